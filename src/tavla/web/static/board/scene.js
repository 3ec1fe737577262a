/**
 * The layers of the board's SVG, from the wood up to the arrows, and the drawing of what does not move by hand.
 *
 * @typedef {import("./types.js").Points} Points
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./zones.js").Zone} Zone
 */

import { fades, label, measure, piece, shape, svg } from "./art.js";
import { checkerAt, column, cubeAt, dieAt, G, isLow, numberAt, OFF, other } from "./geometry.js";
import { shift } from "./motion.js";
import { box, ZONES } from "./zones.js";

let boards = 0;

const LAYERS = ["wood", "edges", "zones", "checkers", "counts", "dice", "cube", "marks", "targets"];

export class Scene {
  constructor() {
    this.id = `tavla-board-${++boards}`;
    this.root = svg("svg", { class: "tavla-svg" });
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    for (const [name, layer] of Object.entries(this.layers)) {
      if (name !== "zones" && name !== "dice") layer.setAttribute("aria-hidden", "true");
    }
    this.root.append(svg("defs", { "aria-hidden": "true" }, fades(this.id)), ...Object.values(this.layers));
    /** @type {Map<Zone, SVGGElement>} */
    this.zones = new Map(ZONES.map((zone) => [zone, this.zone(zone)]));
    this.layers.zones.append(...this.zones.values());
    this.cube = svg("g", { class: "cube" });
    this.layers.cube.append(this.cube);
    this.fit(Infinity);
  }

  /** @param {Zone} zone @returns {SVGGElement} */
  zone(zone) {
    const g = svg("g", { class: "zone", role: "button", tabindex: "-1" });
    g.dataset.zone = zone;
    g.append(svg("rect", { class: "touch" }), svg("path", { class: "glow" }));
    g.append(svg("rect", { class: "halo", rx: 0.35 }), svg("rect", { class: "ring", rx: 0.35 }));
    return g;
  }

  /** A narrow board gives up the outer frame at its sides. @param {number} width  css pixels */
  fit(width) {
    const crop = width < 560 ? G.slim_crop : 0;
    this.root.setAttribute("viewBox", `${crop} 0 ${G.width - 2 * crop} ${G.height}`);
  }

  /** Wood, fields and points, and the zones over them. @param {Stance} stance */
  furnish(stance) {
    /** @type {Record<string, string>} */
    const turned = stance.home === "left" ? { transform: `translate(${G.width} 0) scale(-1 1)` } : {};
    const points = Array.from({ length: 24 }, (_, index) => this.point(stance, index + 1));
    this.layers.wood.replaceChildren(
      piece("board", this.id, turned),
      ...points,
      piece("shade", this.id, turned),
    );
    for (const [zone, g] of this.zones) this.layZone(stance, zone, g);
  }

  /** @param {Stance} stance @param {number} point */
  point(stance, point) {
    const low = point <= 12;
    const x = column(stance, stance.bottom, point);
    const y = low ? G.height - G.frame : G.frame;
    const transform = `translate(${x} ${y}) rotate(${low ? 180 : 0})`;
    return piece(point % 2 === 0 ? "point-a" : "point-b", this.id, { transform });
  }

  /** @param {Stance} stance @param {Zone} zone @param {SVGGElement} g */
  layZone(stance, zone, g) {
    const { x, y, width, height } = box(stance, zone);
    const [touch, glow, ...rings] = g.children;
    const long = G.point.length + 0.25;
    const inner = { x: x + 0.08, y: y === 0 ? G.frame + 0.1 : G.height - G.frame - 0.1 - long, width: width - 0.16, height: long };
    measure(touch, { x, y, width, height });
    for (const ring of rings) measure(ring, inner);
    const base = y === 0 ? G.frame : G.height - G.frame;
    glow.setAttribute("d", zone.startsWith("p") ? G.glow.point : G.glow.tray);
    glow.setAttribute("transform", `translate(${x + width / 2} ${base}) scale(1 ${y === 0 ? 1 : -1})`);
  }

  /**
   * Point numbers, and the pip counts at the ends of the bar.
   * @param {Stance} stance @param {Seat|null} numbering @param {[number, number]|null} pips
   */
  edge(stance, numbering, pips) {
    const texts = [];
    for (let point = 1; numbering !== null && point <= 24; point++) {
      const { x, y } = numberAt(stance, numbering, point);
      texts.push(label(String(point), x, y, G.number.size, "frame-text"));
    }
    for (const seat of pips ? /** @type {Seat[]} */ ([0, 1]) : []) {
      const x = column(stance, seat, 25);
      const y = seat === stance.bottom ? G.height - G.number.drop : G.number.drop;
      const text = label(String(pips?.[seat]), x, y, G.pip_count.size, "frame-text");
      texts.push(piece("plate", this.id, { transform: `translate(${x} ${y})` }), text);
    }
    this.layers.edges.replaceChildren(...texts);
  }

  /**
   * The cube: in the middle, at its owner's end of the bar, or offered before the one who must answer.
   * @param {Stance} stance
   * @param {import("./types.js").Cube|null} cube
   * @param {import("./types.js").Offer|null} offer
   */
  layCube(stance, cube, offer) {
    this.cube.classList.toggle("away", !cube?.on);
    if (!cube?.on) return;
    const offered = offer !== null && (offer.kind === "double" || offer.kind === "beaver");
    const toward = offered ? other(offer.by) : cube.owner;
    const value = offered ? (offer.value ?? cube.value * 2) : cube.value;
    const at = offered ? dieAt(stance, other(offer.by), 0, 1) : cubeAt(stance, cube.owner);
    const turn = toward !== null && toward !== stance.bottom ? 180 : 0;
    this.cube.style.transform = `${shift(at)} rotate(${turn}deg) scale(${offered ? G.cube.offered : 1})`;
    this.cube.classList.toggle("offered", offered);
    if (this.cube.dataset.value === String(value)) return;
    this.cube.dataset.value = String(value);
    const size = G.cube.text * (value < 100 ? 1 : 0.72);
    this.cube.replaceChildren(piece("cube", this.id), label(String(value), 0, 0, size, "cube-text"));
  }

  /** @param {SVGElement[]} counts */
  count(counts) {
    this.layers.counts.replaceChildren(...counts);
  }

  /**
   * What a hand may do now: rings on checkers that can move, a stronger one on the checker in hand, a shape on
   * every place it can go.
   * @param {Place[]} hints @param {Place|null} selected
   * @param {{at: Place, target: import("./draft.js").Target}[]} targets
   */
  aim(hints, selected, targets) {
    const rings = hints.map(({ x, y }) => svg("circle", { class: "hint", cx: x, cy: y, r: G.checker.radius + 0.03 }));
    const shapes = targets.map(({ at, target }) => this.target(at, target));
    const chosen = selected ? [svg("circle", { class: "chosen", cx: selected.x - 0.05, cy: selected.y - 0.14, r: G.checker.radius * 1.08 + 0.06 })] : [];
    this.layers.targets.replaceChildren(...rings, ...chosen, ...shapes);
  }

  /** A disc: the end of the way. A ring: on the way. A cross: hits. @param {Place} at @param {import("./draft.js").Target} target */
  target(at, target) {
    const { radius, ring, hit, width } = G.target;
    const kind = target.hits ? "hit" : target.last ? "full" : "half";
    const g = svg("g", { class: `target ${kind}`, transform: `translate(${at.x} ${at.y})` });
    const cross = `M${-hit} ${-hit}L${hit} ${hit}M${-hit} ${hit}L${hit} ${-hit}`;
    const line = { stroke: "mark", width: width, round: true };
    const halo = { stroke: "mark-line", width: width + 0.2, round: true };
    if (kind === "full") g.append(shape({ circle: [0, 0, radius], fill: "mark", stroke: "mark-line", width: 0.1 }, ""));
    const outline = kind === "hit" ? { path: cross } : { circle: [0, 0, ring] };
    if (kind !== "full") g.append(shape({ ...outline, ...halo }, ""), shape({ ...outline, ...line }, ""));
    return g;
  }

  /**
   * Where a target's shape lies: on the next free spot of the place, on the checker it would hit, in the tray.
   * @param {Stance} stance @param {Seat} seat @param {number} point @param {Points} points
   * @returns {Place}
   */
  targetAt(stance, seat, point, points) {
    if (point === OFF) {
      const y = G.frame + G.point.length / 2;
      return { x: column(stance, seat, OFF), y: isLow(stance, seat, OFF) ? G.height - y : y };
    }
    const mine = points[seat][point];
    const blot = points[other(seat)][25 - point] > 0;
    return checkerAt(stance, seat, point, blot ? 0 : mine, blot ? 1 : mine + 1);
  }

  /**
   * Arrows from the top checker of a place to where it lands, and framed points.
   * @param {Stance} stance @param {import("./types.js").Mark} marks @param {Points} lie  the checkers as they lie
   */
  mark(stance, { arrows = [], points = [] }, lie) {
    const frames = points.map(({ seat, point }) => {
      const x = column(stance, seat, point) - 0.98;
      const height = G.point.length + 0.2;
      const y = isLow(stance, seat, point) ? G.height - G.frame - height : G.frame;
      return shape({ rect: [x, y, 1.96, height, 0.3], stroke: "arrow", width: 0.18 }, "");
    });
    const lines = arrows.flatMap(({ seat, source, target }) => {
      const held = Math.max(lie[seat][source], 1);
      const free = lie[seat][target];
      return this.arrow(checkerAt(stance, seat, source, held - 1, held), checkerAt(stance, seat, target, free, free + 1));
    });
    this.layers.marks.replaceChildren(...frames, ...lines);
  }

  /** @param {Place} from @param {Place} to */
  arrow(from, to) {
    const { width, head } = G.arrow;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [ux, uy] = [dx * head, dy * head];
    const [bx, by] = [to.x - ux, to.y - uy];
    const line = `M${from.x + dx * G.checker.radius} ${from.y + dy * G.checker.radius}L${bx} ${by}`;
    const tip = `M${to.x} ${to.y}L${bx - uy * 0.6} ${by + ux * 0.6}L${bx + uy * 0.6} ${by - ux * 0.6}Z`;
    return [
      shape({ path: line, stroke: "mark-line", width: width + 0.2, round: true }, ""),
      shape({ path: tip, fill: "arrow", stroke: "mark-line", width: 0.1 }, ""),
      shape({ path: line, stroke: "arrow", width, round: true }, ""),
    ];
  }
}
