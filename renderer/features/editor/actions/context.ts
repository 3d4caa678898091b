// What actions and commands of the editor work with.
import type { CanvasHandle, Point, PortRef } from '../canvas/index.ts';
import type { EditorState } from '../document/editor-slice.ts';
import type { RunState } from '../runs/run-slice.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

export interface Notice {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly title: string;
  readonly message?: string;
  /** Shown collapsed. */
  readonly details?: string;
  /** Stays until it is closed. */
  readonly isSticky?: boolean;
}

export interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  /** Offered beside cancel and confirm. */
  readonly other?: string;
  readonly isDangerous?: boolean;
}

/** Where a new node goes. */
export type CreatorPlace =
  | { readonly kind: 'at'; readonly at: Point }
  | { readonly kind: 'from'; readonly from: PortRef; readonly at: Point }
  | { readonly kind: 'into'; readonly edge: string; readonly at: Point };

/** What stands open beside the canvas. */
export interface EditorUi {
  readonly openCreator: (place?: CreatorPlace) => void;
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly openRename: (id: string) => void;
  readonly openImportUrl: () => void;
  readonly openWorkflows: () => void;
  readonly chooseFile: () => void;
  readonly toggleOutline: () => void;
  /** Resolves with the answer. */
  readonly ask: (question: Question) => Promise<'confirm' | 'other' | 'cancel'>;
  readonly notify: (notice: Notice) => void;
  readonly goTo: (path: string, options?: { readonly replaces?: boolean }) => void;
}

export interface EditorContext {
  readonly editor: () => EditorState;
  readonly run: () => RunState;
  // oxlint-disable-next-line typescript/no-explicit-any -- thunks of RTK Query and plain actions alike
  readonly dispatch: (action: any) => any;
  readonly types: () => TypeLookup;
  readonly canvas: () => CanvasHandle | null;
  readonly ui: EditorUi;
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly newId: () => string;
  /** Installation that copies and files come from. */
  readonly instanceId: () => string;
}
