/** Few and soft sounds, made of a little noise: wood on wood, dice in the tray. Silent until a person turns them on. */

import { preferences } from '../preferences.js';

/** @type {AudioContext | null} */
let audio = null;

/** Frequency in hertz, length in seconds, loudness, delay in seconds. @type {Record<string, [number, number, number, number][]>} */
const SOUNDS = {
  move: [[1100, 0.05, 0.35, 0]],
  hit: [[900, 0.06, 0.5, 0], [1500, 0.05, 0.35, 0.07]],
  off: [[700, 0.08, 0.3, 0]],
  cube: [[350, 0.12, 0.5, 0]],
  roll: [[2200, 0.03, 0.3, 0], [1800, 0.03, 0.35, 0.09], [2500, 0.03, 0.25, 0.17], [1600, 0.05, 0.4, 0.3], [2000, 0.03, 0.2, 0.42]],
};

/** @param {string} name */
export function sound(name) {
  if (!preferences().sound || !SOUNDS[name] || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  for (const knock of SOUNDS[name]) play(audio, knock);
}

/** @param {AudioContext} place @param {[number, number, number, number]} knock */
function play(place, [frequency, length, loudness, delay]) {
  const samples = Math.ceil(place.sampleRate * length);
  const buffer = place.createBuffer(1, samples, place.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < samples; i += 1) wave[i] = (Math.random() * 2 - 1) * Math.exp((-6 * i) / samples);
  const source = new AudioBufferSourceNode(place, { buffer });
  const band = new BiquadFilterNode(place, { type: 'bandpass', frequency, Q: 3 });
  const volume = new GainNode(place, { gain: loudness });
  source.connect(band).connect(volume).connect(place.destination);
  source.start(place.currentTime + delay);
}
