/**
 * The line to one match. It says hello, keeps count of the last version seen, sends every command again after a break until
 * it is answered (the server knows a command by its id and does it once), and returns by itself with growing patience.
 */

import { identifier } from './identifier.js';

const PROTOCOL = 1;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const SILENCE = 30000;
const ANSWER_WITHIN = 8000;

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').WireEvent} WireEvent */
/** @typedef {import('./types.js').Problem} Problem */
/**
 * @typedef {object} Hooks
 * @property {(seats: number[], view: View, events: WireEvent[], tutor: boolean) => void} welcome
 * @property {(events: WireEvent[], view: View) => void} events
 * @property {(view: View) => void} resync
 * @property {(id: string, version: number) => void} ack
 * @property {(id: string, reason: Problem) => void} reason
 * @property {(id: string | null, problem: Problem) => void} error
 * @property {(state: 'connecting' | 'open' | 'lost') => void} state
 */

export class MatchSocket {
  /** @param {string} match @param {string | null} token @param {Hooks} hooks */
  constructor(match, token, hooks) {
    this.match = match;
    this.token = token;
    this.hooks = hooks;
    /** @type {number | null} */
    this.version = null;
    /** @type {Map<string, object>} messages that wait for an answer, in the order of sending */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.welcomed = false;
    this.closed = false;
    this.wait = FIRST_WAIT;
    this.heard = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.beat = setInterval(() => this.#check(), PING_EVERY);
    this.hurry = () => this.#hurry();
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.#connect();
  }

  /** Send an action of a seat; true to its id until it is answered. @param {number} seat @param {object} action @returns {string} */
  command(seat, action) {
    return this.#ask({ type: 'command', version: this.version ?? 0, seat, action });
  }

  /** Ask why a move is not possible. @param {number[][]} moves played so far: [source, die] @param {number} source @param {number} target */
  why(moves, source, target) {
    return this.#ask({ type: 'why', moves, source, target });
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.#drop();
  }

  /** @param {object} body */
  #ask(body) {
    const id = identifier();
    const message = { ...body, id };
    this.waiting.set(id, message);
    if (this.welcomed) this.#await(id, message);
    else this.#hurry();
    return id;
  }

  /** Send, and take a line on which nothing at all comes back for a broken one. @param {string} id @param {object} message */
  #await(id, message) {
    this.#send(message);
    const { socket } = this;
    setTimeout(() => {
      const dead = Date.now() - this.heard >= ANSWER_WITHIN;
      if (dead && socket === this.socket && this.waiting.has(id)) this.#later();
    }, ANSWER_WITHIN);
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.hooks.state('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/socket`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => this.#send({ type: 'hello', proto: PROTOCOL, token: this.token, last_version: this.version });
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = () => {
      if (this.socket === socket) this.#later();
    };
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    }
  }

  #later() {
    this.#drop();
    if (this.closed) return;
    this.hooks.state('lost');
    const jitter = 0.75 + Math.random() / 2;
    this.timer = setTimeout(() => this.#connect(), this.wait * jitter);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  #hurry() {
    if (this.closed || document.visibilityState === 'hidden') return;
    if (this.socket) {
      this.#check();
      return;
    }
    this.wait = FIRST_WAIT;
    this.#connect();
  }

  #check() {
    if (!this.socket || this.closed) return;
    if (Date.now() - this.heard > SILENCE) this.#later();
    else this.#send({ type: 'ping' });
  }

  /** @param {any} message */
  #receive(message) {
    this.heard = Date.now();
    const { hooks } = this;
    if (message.view) this.version = message.view.version;
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'events':
        hooks.events(message.events, message.view);
        break;
      case 'resync':
        hooks.resync(message.view);
        break;
      case 'ack':
        this.waiting.delete(message.id);
        hooks.ack(message.id, message.version);
        break;
      case 'reason':
        this.waiting.delete(message.id);
        hooks.reason(message.id, message);
        break;
      case 'error':
        if (message.id) this.waiting.delete(message.id);
        hooks.error(message.id, message);
        break;
      default:
    }
  }

  /** @param {any} message */
  #welcome(message) {
    this.wait = FIRST_WAIT;
    this.welcomed = true;
    this.hooks.state('open');
    this.hooks.welcome(message.seats, message.view, message.events || [], message.tutor === true);
    for (const [id, waiting] of this.waiting) this.#await(id, waiting);
  }
}
