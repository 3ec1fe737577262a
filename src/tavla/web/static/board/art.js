/**
 * Shapes of `geometry.json` as SVG elements. Colours are custom properties (`--tavla-field` ...), set from the
 * theme on the board's element, so that a theme changes without drawing anew.
 *
 * @typedef {import("./geometry.js").Shape} Shape
 */

import { G } from "./geometry.js";

const SPACE = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {Element[]} [children]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Set attributes. @param {Element} element @param {Record<string, number>} box */
export function measure(element, box) {
  for (const [name, value] of Object.entries(box)) element.setAttribute(name, String(value));
}

/** @param {string} name  a theme's colour, or "@" and a fade @param {string} id */
const paint = (name, id) => (name.startsWith("@") ? `url(#${id}-${name.slice(1)})` : `var(--tavla-${name})`);

/** One shape. @param {Shape} shape @param {string} id  of this board, for its fades @returns {SVGElement} */
export function shape(shape, id) {
  const element = outline(shape);
  element.style.fill = shape.fill ? paint(shape.fill, id) : "none";
  if (shape.stroke) {
    element.style.stroke = paint(shape.stroke, id);
    element.setAttribute("stroke-width", String(shape.width));
  }
  if (shape.dash) element.setAttribute("stroke-dasharray", shape.dash.join(" "));
  if (shape.round) element.setAttribute("stroke-linecap", "round");
  if (shape.opacity !== undefined) element.setAttribute("opacity", String(shape.opacity));
  return element;
}

/** @param {Shape} shape @returns {SVGElement} */
function outline(shape) {
  if (shape.rect) {
    const [x, y, width, height, rx = 0] = shape.rect;
    return svg("rect", { x, y, width, height, rx });
  }
  if (shape.circle) {
    const [cx, cy, r] = shape.circle;
    return svg("circle", { cx, cy, r });
  }
  return svg("path", { d: shape.path ?? "" });
}

/** A named piece of the art. @param {string} name @param {string} id @param {Record<string, string|number>} [attributes] */
export function piece(name, id, attributes = {}) {
  return svg("g", attributes, G.art[name].map((each) => shape(each, id)));
}

/** The fades of the inner shadow. @param {string} id */
export function fades(id) {
  return Object.entries(G.fades).map(([name, [x1, y1, x2, y2]]) => {
    const stops = [G.fade, 0].map((opacity, offset) => {
      const stop = svg("stop", { offset, "stop-opacity": opacity });
      stop.style.setProperty("stop-color", "var(--tavla-shade)");
      return stop;
    });
    return svg("linearGradient", { id: `${id}-${name}`, x1, y1, x2, y2 }, stops);
  });
}

/**
 * A text centred on its place.
 * @param {string} text @param {number} x @param {number} y @param {number} size @param {string} colour
 */
export function label(text, x, y, size, colour) {
  const element = svg("text", { x, y, dy: "0.355em", "font-size": size });
  element.style.fill = `var(--tavla-${colour})`;
  element.textContent = text;
  return element;
}

/** The pips of a die's face. @param {number} face @param {string} colour */
export function pips(face, colour) {
  const { spread, pip } = G.die;
  return G.pips[String(face)].map(([x, y]) => shape({ circle: [x * spread, y * spread, pip], fill: colour }, ""));
}
