// What actions and commands of the editor work with.
import type { CredentialLookup } from '../../../../engine/workflow/credential-issues.ts';
import type { CanvasHandle, Point, PortRef } from '../canvas/index.ts';
import type { EditorState } from '../document/editor-slice.ts';
import type { RunState } from '../runs/run-slice.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import type { Endpoints } from '../view/webhook-addresses.ts';

export interface Notice {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly title: string;
  readonly message?: string;
  /** Shown collapsed. */
  readonly details?: string;
  /** Stays until it is closed. */
  readonly isSticky?: boolean;
  /** Where it leads on. */
  readonly link?: { readonly label: string; readonly to: string };
  /** A notice of the same key is replaced. */
  readonly key?: string;
}

export interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  /** Offered beside cancel and confirm. */
  readonly other?: string;
  /** Label of the button that leaves the question open; "Cancel" by default. */
  readonly cancel?: string;
  readonly isDangerous?: boolean;
}

/** `closed`: by Escape or the close button, and thus not answered. */
export type Answer = 'confirm' | 'other' | 'cancel' | 'closed';

/** Where a new node goes. */
export type CreatorPlace =
  | { readonly kind: 'at'; readonly at: Point }
  | { readonly kind: 'from'; readonly from: PortRef; readonly at: Point }
  | { readonly kind: 'into'; readonly edge: string; readonly at: Point };

/** What stands open beside the canvas. */
export interface EditorUi {
  readonly openCreator: (place?: CreatorPlace) => void;
  /** Closes it where it is open. */
  readonly toggleCreator: (place?: CreatorPlace) => void;
  readonly openPalette: () => void;
  /** Opens find, or gives it the focus. */
  readonly openFind: () => void;
  readonly openShortcuts: () => void;
  readonly openRename: (id: string) => void;
  readonly openImportUrl: () => void;
  readonly openWorkflows: () => void;
  readonly chooseFile: () => void;
  readonly toggleOutline: () => void;
  /** Shows what a run would do, up to a node (by its id) or as a whole; nothing any more without a target. */
  readonly considerRun: (target?: { readonly destination?: string }) => void;
  /** Resolves with the answer. */
  readonly ask: (question: Question) => Promise<Answer>;
  readonly notify: (notice: Notice) => void;
  /** Opens an address in a tab of its own. */
  readonly openPage: (address: string) => void;
  /** `isSaved`: nothing is left to be asked about, or the same workflow goes on under another address. */
  readonly goTo: (path: string, options?: { readonly replaces?: boolean; readonly isSaved?: boolean }) => void;
}

export interface EditorContext {
  readonly editor: () => EditorState;
  readonly run: () => RunState;
  // oxlint-disable-next-line typescript/no-explicit-any -- thunks of RTK Query and plain actions alike
  readonly dispatch: (action: any) => any;
  readonly types: () => TypeLookup;
  /** Undefined until they are known. */
  readonly credentials: () => CredentialLookup | undefined;
  readonly canvas: () => CanvasHandle | null;
  readonly ui: EditorUi;
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly newId: () => string;
  /** Whether the engine's events arrive: a run without them would show nothing. */
  readonly isConnected: () => boolean;
  /** Installation that copies and files come from. */
  readonly instanceId: () => string;
  /** Where webhooks and forms are called. Undefined until it is known. */
  readonly endpoints: () => Endpoints | undefined;
}
