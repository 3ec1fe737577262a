/** What the server tells about an analysis; docs/protocol.md explains it. */
import type { Player, Seat, View } from '../types.js';

export type Kind = 'play' | 'double' | 'take';
export type Grade = 'doubtful' | 'error' | 'blunder';
export interface Named { name: string; play: string | null }
export interface Game { number: number; score: [number, number]; crawford: boolean; winner: Seat | null; points: number }
export interface Match {
  players: [Player, Player]; length: string; profile: string; variant: string; cube: boolean; score: [number, number];
  over: boolean; winner: Seat | null; tags: Record<string, string>; games: Game[];
}
export interface Why { code: string; values: Record<string, unknown> }
export interface Oddity extends Why { line: number; column: number; why: Why | null }
export interface Asked {
  n: number; match: number; game: number; seat: Seat; kind: Kind; version: number; roll: [number, number] | null; open: boolean;
}
export interface State { busy: boolean; rolling: number | null; level: string; done: number; count: number }
export interface Outline extends State {
  id: string; name: string; form: string; of_positions: boolean; matches: Match[]; oddities: Oddity[]; more: number; decisions: Asked[];
}
export interface Found {
  n: number; level: string; best: Named; made: Named | null; loss: number | null; match_loss: number | null; grade: Grade | null;
  counts: boolean; chance: number; opinion?: Opinion | null;
}
export interface Choice extends Named {
  moves: [number, number, number, number][]; equity: number; loss: number; match_chance: number | null; match_loss: number | null;
  probs: number[]; plies: number; made: boolean; opinion?: number | null;
}
export interface Opinion { program: string; level: string; loss: number | null; best: Named; made: Named | null }
export interface Answer extends Found { choices: Choice[] }
export interface RolloutRow extends Named {
  trials: number; equity: number; error: number; match_chance: number | null; probs: number[] | null;
}
export interface Rollout { trials: number; of: number; running: boolean; rows: RolloutRow[] }
export interface Detail extends Asked {
  view: View; ids: Record<string, string>; luck: number | null; answer: Answer | null; rollout: Rollout | null;
  themes: Themes;
}
export interface Tally { decisions: number; loss: number; match_loss: number | null; doubtful: number; errors: number; blunders: number }
export interface Figure {
  pr: number | null; error: number | null; strength: string | null; decisions: number; plays: Tally; doubles: Tally; takes: Tally; loss: number; luck: number;
  without_luck?: number | null; pr_by_file?: number | null;
}
export interface Figures { match: number; players: [Figure, Figure]; games: Record<string, [Figure, Figure]> }
export type Themes = Record<string, string[]> | null;
export interface Tried { level: string; choice: Choice; best: Choice; themes: Themes }
export interface Filter { match: number; game: number; seat: number; kind: string; grade: string }
