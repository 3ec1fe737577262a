/**
 * Things that glide over the board: a shallow arc, a little nearer to the eye in the middle of the way.
 *
 * @typedef {import("./geometry.js").Place} Place
 */

const FRAMES = 12;

/** Whether the reader's system asks for stillness. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} ms */
export const pause = (ms) => (ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve());

/** @param {Place} at */
export const shift = ({ x, y }) => `translate(${x.toFixed(3)}px, ${y.toFixed(3)}px)`;

/** Where an element is now, in the midst of a motion too. @param {SVGElement} element @returns {Place} */
export function whereIs(element) {
  const matrix = new DOMMatrixReadOnly(getComputedStyle(element).transform);
  return { x: matrix.e, y: matrix.f };
}

/**
 * Move an element to a place.
 * @param {SVGElement} element @param {Place} to
 * @param {{duration?: number, delay?: number}} [motion]  milliseconds
 * @returns {Animation|null}  null when it is already there or jumps
 */
export function glide(element, to, { duration = 0, delay = 0 } = {}) {
  const from = whereIs(element);
  for (const running of element.getAnimations()) running.cancel();
  element.style.transform = shift(to);
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (duration <= 0 || distance < 0.01) return null;
  const lift = Math.min(distance * 0.09, 1.5);
  const frames = Array.from({ length: FRAMES + 1 }, (_, frame) => {
    const part = ease(frame / FRAMES);
    const height = 4 * part * (1 - part);
    const x = from.x + (to.x - from.x) * part;
    const y = from.y + (to.y - from.y) * part - height * lift;
    return { transform: `${shift({ x, y })} scale(${(1 + height * 0.09).toFixed(4)})` };
  });
  return element.animate(frames, { duration, delay, fill: "backwards" });
}

/** @param {number} part */
const ease = (part) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);
