/** Small hooks that several pages share. */

import { useEffect, useReducer, useRef, useState } from '../vendor/htm-preact.js';
import { onPreferences, preferences } from './preferences.js';

/** The preferences, drawn again when they change. */
export function usePreferences() {
  const [now, setNow] = useState(preferences());
  useEffect(() => onPreferences(setNow), []);
  return now;
}

/** A function that draws the component again. */
export function useRedraw() {
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  return /** @type {() => void} */ (() => redraw(undefined));
}

/** The title of the browser's tab. @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} · tavla` : 'tavla';
  }, [title]);
}

/**
 * What a promise brings: undefined while it is under way. What it brought for the inputs before stays until then, but
 * for an error.
 * @template T
 * @param {() => Promise<T>} load
 * @param {unknown[]} inputs
 * @returns {{ value?: T, error?: any, again: () => void }}
 */
export function useLoaded(load, inputs) {
  const [held, setHeld] = useState(/** @type {{ value?: T, error?: any, of?: unknown[] }} */ ({}));
  const [round, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useEffect(() => {
    let gone = false;
    load().then(
      (value) => gone || setHeld({ value }),
      (error) => gone || setHeld({ error, of: inputs }),
    );
    return () => {
      gone = true;
    };
  }, [...inputs, round]);
  const current = held.of?.every((one, at) => one === inputs[at]);
  return { value: held.value, error: current ? held.error : undefined, again: () => again(undefined) };
}

/**
 * Keys pressed anywhere on the page, fields of text excepted. What was drawn last hears them: a listener that followed
 * each drawing by an effect would come after the paint, too late for the next key of a quick hand.
 * @param {(event: KeyboardEvent) => void} press
 */
export function useKeys(press) {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    function listen(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'Escape' && isTyping(event.target)) return;
      latest.current(event);
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement
    && (target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]') || target.closest('dialog') !== null);
}
