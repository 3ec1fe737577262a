/** The messages between page and server, as docs and server speak them. Points are a player's own numbering: 0 off, 25 bar. */
export type Seat = 0 | 1;
export type Pair<T> = [T, T];

export interface Player { name: string; kind: 'person' | 'bot'; bot?: string }
export interface Cube { value: number; owner: Seat | null; on: boolean }
export interface Offer { kind: 'double' | 'beaver' | 'resign' | 'takeback' | 'settle'; by: Seat; value: number }
export interface Result { winner: Seat | null; kind: 1 | 2 | 3; cube: number; points: number; how: string }
export interface PlayLine { seat: Seat; roll: number[] | null; text: string }
export interface TreeNode { moves: TreeMove[]; end: boolean; left: number[] }
/** source, target, die, hit (0 or 1), index of the node it leads to */
export type TreeMove = [number, number, number, number, number];
export interface ArgSpec {
  type: string; min?: number; max?: number; count?: number; choices?: (string | number)[]; optional?: boolean; default?: unknown;
}
export interface TableAct { act: string; seat: Seat; args: Record<string, ArgSpec> | null }
export interface TableState { acts: TableAct[]; state: { notes?: TableLine[]; [more: string]: unknown }; log?: TableLine[] }
export interface TableLine { code: string; values?: Record<string, unknown>; seat?: Seat | null }
export interface Clock {
  running: Seat | null; left: Pair<number>; delay: number; [more: string]: unknown;
}

export interface Seal { scheme: string; commitment: string; seed: string | null }

export type Phase = 'opening' | 'roll' | 'play' | 'double' | 'resign' | 'settle' | 'takeback' | 'game_over' | 'match_over';
export interface View {
  match: string; version: number; mode: 'play' | 'table'; profile: string; variant: string;
  options: Record<string, unknown>; length: string; players: Pair<Player>; score: Pair<number>; game: number;
  crawford: boolean; phase: Phase; turn: Seat | null; act: Seat[]; points: Pair<number[]>; pips: Pair<number>;
  race: boolean; roll: number[] | null; opening: Pair<number | null> | null; cube: Cube; offer: Offer | null;
  can: Record<string, string[]>; resign_values: Record<string, number[]>; tree: TreeNode[] | null;
  result: Result | null; winner: Seat | null; closed: string | null;
  dice?: Seal | null; clock: Clock | null; table: TableState | null; plays: PlayLine[];
}

export interface WireEvent { version: number; time: number; seat: Seat | null; type: string; [more: string]: unknown }
export interface Action { type: string; [more: string]: unknown }
export interface Step { event: WireEvent; view: View }
export interface Problem { code: string; values: Record<string, unknown> }

export type Grade = 'doubtful' | 'error' | 'blunder';
/** moves are source, target, die, hit; null for what is no play */
export interface Choice {
  name: string; play: string | null; moves: [number, number, number, number][] | null; equity: number; loss: number;
  match_chance: number | null; probs: number[]; plies: number;
}
export interface Hint { version: number; seat: Seat; choices: Choice[]; why: string[] }
export interface Verdict {
  version: number; seat: Seat; kind: 'play' | 'double' | 'take'; roll: number[] | null; loss: number; match_loss: number | null;
  grade: Grade | null; chosen: Choice; choices: Choice[]; why: string[];
}
export interface Card {
  id: string; kind: 'play' | 'double' | 'take'; xgid: string; played: string; best: string; loss: number; match: string | null;
  version: number; made: number; due: number; reviews: number;
}
export interface CardBoard {
  match: string; version: number; seat: Seat; turn: Seat; phase: 'play' | 'roll' | 'double'; points: Pair<number[]>;
  roll: number[] | null; cube: Cube; offer: Offer | null;
}
export interface ListedCard extends Card { board: CardBoard | null }
export interface CardView extends CardBoard {
  pips: Pair<number>; tree: TreeNode[] | null; can: string[]; score: Pair<number>; length: string;
  crawford: boolean; profile: string;
}
export interface ShownCard extends Omit<Card, 'played' | 'best'> { view: CardView }
export interface CardCounts { total: number; due: number; today: number; next: number | null; most: number }
export interface CardAnswer { verdict: Verdict; rating: 'again' | 'hard' | 'good' | 'easy'; card: Card }

export interface MatchSummary {
  id: string; players: Pair<Player>; score: Pair<number>; length: string; profile: string; [more: string]: unknown;
}
