/**
 * The shapes that go in and out of the board. Points are a player's own numbering (25 the bar, 24..1 the way
 * home, 0 borne off) and seats are 0 and 1, as everywhere on the wire.
 *
 * @typedef {0|1} Seat
 *
 * @typedef {[number[], number[]]} Points   26 counts for each seat, in its own numbering
 *
 * @typedef {[source: number, target: number, die: number, hit: number, next: number]} TreeMove
 *   One checker's move out of a node; `next` is the index of the node it leads to.
 *
 * @typedef {object} TreeNode
 * @property {TreeMove[]} moves
 * @property {boolean} end     the turn may be confirmed here
 * @property {number[]} left   dice not yet used
 *
 * @typedef {object} Cube
 * @property {number} value
 * @property {Seat|null} owner
 * @property {boolean} on
 *
 * @typedef {object} Offer
 * @property {string} kind    "double", "beaver", "resign" or "takeback"
 * @property {Seat} by
 * @property {number} [value]
 *
 * @typedef {object} BoardView   the part of the server's view that the board reads
 * @property {string|number} [match]
 * @property {number} [version]
 * @property {Seat|null} turn
 * @property {Points} points
 * @property {[number, number]} [pips]
 * @property {number[]|null} [roll]
 * @property {(number|null)[]|null} [opening]    the die of each seat in the opening throw
 * @property {{seat: Seat, roll: number[]}|null} [last]  the roll played before, which stays faded until the next one
 * @property {Cube} [cube]
 * @property {Offer|null} [offer]
 * @property {TreeNode[]|null} [tree]        node 0: nothing played yet
 * @property {string} [phase]
 *
 * @typedef {object} ShowOptions
 * @property {Seat} [perspective]     who sits at the bottom (0)
 * @property {'right'|'left'} [home]  on which side the trays and the home boards are ("right")
 * @property {boolean} [interactive]  whether the player on roll plays here (false)
 * @property {'light'|'dark'|'plain'} [theme]
 * @property {number} [speed]         length of motion: 1 as designed, 2 twice as long, 0 none (1)
 * @property {boolean} [oneTap]       a checker with a single legal target moves on one tap (false)
 * @property {boolean} [hints]        checkers that can move wear a thin ring (true)
 * @property {Seat} [light]           who plays the light checkers (0)
 * @property {'mover'|'own'|'none'} [numbers]  whose numbering stands at the edges ("mover")
 * @property {boolean} [pips]         pip counts at the ends of the bar (true)
 *
 * @typedef {[source: number, die: number]} Step   one move as it is sent to the server
 *
 * @typedef {object} Pending
 * @property {Step[]} moves
 * @property {boolean} end      the turn may be confirmed here
 * @property {number[]} left    dice not yet used
 *
 * @typedef {(key: string, values?: Record<string, string|number>) => string} Translate
 *   The sentence of a catalogue key; `values.n` chooses the plural.
 *
 * @typedef {object} Callbacks
 * @property {Translate} t
 * @property {(moves: Step[], pending: Pending) => void} [onPlay]   after every move put on the board here
 * @property {(moves: Step[], pending: Pending) => void} [onUndo]   after every undo made here
 * @property {(moves: Step[], source: number, target: number) => Promise<string>|string} [onWhy]
 *   Asked when a player tries what the tree does not hold; the page shows the sentence, the board announces it.
 * @property {(order: number[]) => void} [onDieOrder]               dice in the order they are now shown
 * @property {(text: string) => void} [announce]                    for the page's live region
 * @property {(sound: 'move'|'hit'|'roll'|'off'|'cube') => void} [onSound]
 * @property {(key: 'primary'|'double'|'notation') => void} [onKey]
 *   Space, D and `/` pressed on the board; without it these keys bubble to the page untouched.
 *
 * @typedef {object} Mark     what a lesson or a review points at
 * @property {{seat: Seat, source: number, target: number}[]} [arrows]
 * @property {{seat: Seat, point: number}[]} [points]
 *
 * @typedef {object} EditOptions
 * @property {(points: Points) => void} onChange
 * @property {(seat: Seat) => void} [onBrush]  the brush was changed on the board
 * @property {Points} [points]  what to begin with (what is shown now)
 * @property {number} [checkers]              checkers a side (15)
 * @property {Seat} [seat]                    whose checkers a tap places (0)
 */

export {};
