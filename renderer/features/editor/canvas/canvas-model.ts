// Input and output of the canvas: a plain model and intents. The canvas knows neither the store nor workflows.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An input or output of a node. Main ports come first, from top to bottom; others are below the node (inputs) or above it (outputs). */
export interface CanvasPort {
  /** Connection type: `main` for items; others, such as `ai_tool`, attach a node to another. */
  readonly type: string;
  /** Label beside the port. */
  readonly name?: string;
  /** Maximum number of connections of an input. */
  readonly limit?: number;
  /** Types of nodes that may be attached, or may not. */
  readonly accepts?: AcceptedTypes;
  /** Whether the node does not run without a node at this input. */
  readonly isRequired?: true;
  /** Whether connections use the port although the node no longer has it. */
  readonly isGone?: true;
  /** Number of items at an unconnected output, as text. */
  readonly count?: string;
}

interface AcceptedTypes {
  readonly nodes?: readonly string[];
  readonly excludedNodes?: readonly string[];
}

/** Whether nodes of a type may be attached to an input. */
export const acceptsType = ({ accepts }: { readonly accepts?: AcceptedTypes | undefined }, type: string): boolean =>
  accepts?.nodes?.includes(type) !== false && accepts?.excludedNodes?.includes(type) !== true;

/** State of a node or of its last run. `stopped`: stopped by the user. `stale`: it succeeded, but the result is out of date. */
export type CanvasNodeState = 'idle' | 'running' | 'waiting' | 'success' | 'error' | 'stopped' | 'stale';

/** How something differs between two versions of a workflow. */
export interface CanvasChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** What it says beside the color, such as "Added". */
  readonly text: string;
}

/** Sign of each kind of change, so that it does not depend on the color alone. */
export const changeSigns: Readonly<Record<CanvasChange['kind'], string>> = { added: '+', removed: '−', changed: '~', moved: '↔' };

export interface CanvasNode {
  readonly id: string;
  /** Full name of its type. */
  readonly type: string;
  readonly position: Point;
  readonly title: string;
  /** Short summary of its parameters. */
  readonly subtitle?: string;
  /** Address of the icon. */
  readonly icon?: string;
  /** CSS color of the icon's stroke. */
  readonly tint?: string;
  /** Color that the user chose for the node, as `#rrggbb`. */
  readonly color?: string;
  /** What the node waits for, once that takes a while. */
  readonly hint?: string;
  readonly isTrigger: boolean;
  readonly inputs: readonly CanvasPort[];
  readonly outputs: readonly CanvasPort[];
  readonly state: CanvasNodeState;
  /** Text of the badge: a count, a time. */
  readonly badge?: string;
  /** Issues, one per line. */
  readonly issues: readonly string[];
  readonly isDisabled: boolean;
  readonly isPinned: boolean;
  readonly hasNotes: boolean;
  /** Initials shown instead of the icon; present if the node type is not installed. */
  readonly unknown?: { readonly initials: string };
  /** Start of the node's notes, shown below its name. */
  readonly notes?: string;
  readonly change?: CanvasChange;
}

export interface CanvasNote {
  readonly id: string;
  readonly position: Point;
  readonly size: { readonly width: number; readonly height: number };
  /** Content in Markdown. */
  readonly content: string;
  /** Number of the color, 1 to 7. */
  readonly color: number;
  readonly change?: CanvasChange;
}

export interface CanvasEdge {
  readonly id: string;
  readonly source: string;
  /** Index among the source's outputs. */
  readonly output: number;
  readonly target: string;
  /** Index among the target's inputs. */
  readonly input: number;
  /** Type of its ports, if that is not `main`. */
  readonly isLink?: true;
  readonly state: 'idle' | 'running' | 'success' | 'error' | 'pinned' | 'stale';
  /** Number of transferred items, as text. */
  readonly label?: string;
  readonly change?: CanvasChange;
}

/** Everything on the canvas. Unchanged parts are the same objects as before, since the canvas compares by identity. */
export interface CanvasModel {
  readonly nodes: ReadonlyMap<string, CanvasNode>;
  readonly notes: ReadonlyMap<string, CanvasNote>;
  readonly edges: ReadonlyMap<string, CanvasEdge>;
}

/** One end of a connection that is being drawn. */
export interface PortRef {
  readonly node: string;
  readonly side: 'input' | 'output';
  /** Index among all ports of its side. */
  readonly index: number;
  readonly type: string;
}

/** A user's action on the canvas. Positions are canvas coordinates, snapped to the grid. */
export type CanvasIntent =
  /** `edges`: selected in addition to nodes and notes; none if absent. */
  | { readonly type: 'select'; readonly ids: readonly string[]; readonly edges?: readonly string[] }
  | { readonly type: 'open'; readonly id: string }
  /** `isStep`: whether this is one of several keyboard moves that form one undo step. */
  | { readonly type: 'move'; readonly positions: ReadonlyMap<string, Point>; readonly isStep?: true }
  | { readonly type: 'connect'; readonly from: PortRef; readonly to: PortRef }
  | { readonly type: 'disconnect'; readonly edge: string }
  /** A connection was dropped on empty canvas, or an output's plus was pressed: a node must be chosen. */
  | { readonly type: 'addFrom'; readonly from: PortRef; readonly at: Point }
  /** A connection was dropped on another connection, into which the node is inserted. */
  | { readonly type: 'connectInto'; readonly from: PortRef; readonly edge: string }
  /** The plus of a connection was pressed: a node to insert must be chosen. */
  | { readonly type: 'insert'; readonly edge: string; readonly at: Point }
  /** Something was dropped from outside: a node type from the creator, or a file. */
  | { readonly type: 'drop'; readonly at: Point; readonly data: DataTransfer; readonly edge?: string }
  | {
      readonly type: 'menu';
      readonly target: 'canvas' | 'node' | 'note' | 'edge';
      readonly id?: string;
      readonly at: Point;
      readonly screen: Point;
    }
  | { readonly type: 'tool'; readonly tool: 'run' | 'disable' | 'duplicate' | 'delete'; readonly id: string }
  /** A control that would run up to a node is hovered or focused; without an id, no longer. */
  | { readonly type: 'consider'; readonly id?: string }
  | { readonly type: 'editNote'; readonly id: string; readonly content: string }
  | { readonly type: 'colorNote'; readonly id: string; readonly color: number }
  | {
      readonly type: 'resizeNote';
      readonly id: string;
      readonly position: Point;
      readonly size: CanvasNote['size'];
      readonly isStep?: true;
    }
  | { readonly type: 'create'; readonly at: Point };

export interface CanvasView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Preview of a run: marks its nodes and connections, and dims everything else. */
export interface CanvasPlan {
  /** Ids of the nodes that run. */
  readonly runs: ReadonlySet<string>;
  /** Nodes that provide earlier or pinned data instead of running. */
  readonly gives: ReadonlyMap<string, 'run' | 'pin'>;
}

/** Methods of the canvas for its parent. */
export interface CanvasHandle {
  /** Focuses the canvas, a node or a note, so that the canvas's keys work. */
  focus(id?: string): void;
  /** Edits the text of a note, which may arrive with the next model. */
  editNote(id: string): void;
  /** Brings the middle of a connection into view. */
  revealEdge(id: string): void;
  zoomToFit(): void;
  zoomIn(): void;
  zoomOut(): void;
  resetZoom(): void;
  /** Moves the view only if nodes or notes are not well within it; zooms out only if they are larger than the view. */
  bringIntoView(...ids: readonly string[]): void;
  /** Moves the view so that no node lies below an element over the canvas, whose place is given in the coordinates of the window. */
  keepClear(ids: readonly string[], cover: Point & { readonly width: number; readonly height: number }): void;
  /** Brings a node into view and highlights it briefly. */
  reveal(id: string): void;
  /** Returns the center of the view, snapped to the grid. */
  centre(): Point;
  /** Converts screen to canvas coordinates. */
  toCanvas(screen: Point): Point;
  view(): CanvasView;
  setView(view: CanvasView): void;
}

export interface CanvasProps {
  readonly model: CanvasModel;
  /** Ids of selected nodes and notes. */
  readonly selection: readonly string[];
  readonly selectedEdges?: readonly string[];
  readonly plan?: CanvasPlan;
  readonly isReadOnly: boolean;
  /** Whether the canvas is embedded in another page, where the zoom is neither displayed nor reset. */
  readonly isDemo?: boolean;
  readonly onIntent: (intent: CanvasIntent) => void;
  /** Called when zoom and position have settled. */
  readonly onView?: (view: CanvasView) => void;
}

/** Grid step, node size, and factor of a zoom step. */
export const GRID = 20;
export const NODE_SIZE = 100;
/** Connection type of items. */
export const MAIN = 'main';
export const ZOOM_STEP = 1.25;
