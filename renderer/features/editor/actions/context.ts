// Dependencies of the editor's actions and commands.
import type { UnknownAction } from '@reduxjs/toolkit';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import type { HandedOverState } from '../../../state/handed-over.ts';
import type { AppDispatch } from '../../../state/store.ts';
import type { CanvasHandle, Point, PortRef } from '../canvas/index.ts';
import type { EditorState } from '../document/editor-slice.ts';
import type { RunState } from '../runs/run-slice.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

export interface Notice {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly title: string;
  readonly message?: string;
  /** Details, which are shown collapsed. */
  readonly details?: string;
  /** Whether the notice stays until it is closed. */
  readonly isSticky?: boolean;
  /** Timeout in milliseconds. The default depends on the kind. */
  readonly duration?: number;
  /** Link for further information. */
  readonly link?: { readonly label: string; readonly to: string };
  /** Button that dispatches an action and closes the notice. */
  readonly button?: { readonly label: string; readonly action: UnknownAction };
  /** A notice with the same key is replaced. */
  readonly key?: string;
}

export interface Question {
  readonly title: string;
  readonly message: string;
  /** Listed below the message. */
  readonly details?: readonly string[];
  readonly confirm: string;
  /** Third choice beside cancel and confirm. */
  readonly other?: string;
  /** Fourth choice. */
  readonly another?: string;
  /** Label of the cancel button; "Cancel" by default. */
  readonly cancel?: string;
  readonly isDangerous?: boolean;
}

/** `closed`: dismissed with Escape or the close button. */
export type DialogChoice = 'confirm' | 'other' | 'another' | 'cancel' | 'closed';

/** A workflow that is about to take the place of the open one. */
export interface Replacement {
  readonly before: WorkflowFile;
  readonly after: WorkflowFile;
}

/** Where to insert a new node. */
export type CreatorPlace =
  | { readonly kind: 'at'; readonly at: Point }
  | { readonly kind: 'from'; readonly from: PortRef; readonly at: Point }
  | { readonly kind: 'into'; readonly edge: string; readonly at: Point };

/** The open workflow and the displayed run, and how to change them. */
export interface EditorStore {
  readonly editor: () => EditorState;
  readonly run: () => RunState;
  readonly dispatch: AppDispatch;
  readonly newId: () => string;
}

/** Texts, questions and notices. */
export interface Messages {
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly ui: {
    /** Asks a question; resolves with the choice. */
    readonly ask: (question: Question) => Promise<DialogChoice>;
    /** Shows what a replacement changes; resolves with whether the user agrees. */
    readonly agreeToReplacement: (replacement: Replacement) => Promise<boolean>;
    readonly notify: (notice: Notice) => void;
  };
}

/** What nodes can be, and which credentials they can use. */
export interface NodeCatalog {
  readonly types: () => TypeLookup;
  /** Resolves when the editor has rendered with the next list of types. */
  readonly nextTypes: () => Promise<void>;
  /** Undefined until loaded. */
  readonly credentials: () => CredentialLookup | undefined;
}

/** The canvas, and the panels and forms that are opened over it. */
export interface Panels {
  readonly canvas: () => CanvasHandle | null;
  readonly ui: {
    readonly openCreator: (place?: CreatorPlace) => void;
    /** Opens the creator to choose what replaces a node. */
    readonly openReplacement: (id: string) => void;
    /** Closes the creator if it is open. */
    readonly toggleCreator: (place?: CreatorPlace) => void;
    readonly openPalette: () => void;
    /** Opens find, or focuses it. */
    readonly openFind: () => void;
    readonly openShortcuts: () => void;
    readonly openRename: (id: string) => void;
    readonly openImportUrl: () => void;
    readonly toggleOutline: () => void;
    readonly toggleConsole: () => void;
    /** Opens the chat, or focuses it. */
    readonly openChat: () => void;
    /** Highlights the nodes that a run would execute, up to a node (by id) or all; without a target, removes the highlight. */
    readonly considerRun: (target?: { readonly destination?: string }) => void;
  };
}

/** What leads out of the editor. */
export interface Navigation {
  readonly ui: {
    readonly openWorkflows: () => void;
    /** Lets the user choose a file to import. */
    readonly chooseFile: () => void;
    /** Opens a URL in a new tab. */
    readonly openPage: (address: string) => void;
    /**
     * Navigates to a path. `isSaved`: whether to skip the question about unsaved changes, because there are none or the same workflow stays open
     * under another path. `brings`: the workflow that is imported into a new one.
     */
    readonly goTo: (
      path: string,
      options?: { readonly replaces?: boolean; readonly isSaved?: boolean; readonly brings?: HandedOverState },
    ) => void;
  };
}

/** The instance of the engine. */
export interface Instance {
  /** Whether events arrive from the engine; without them, a run would show nothing. */
  readonly isConnected: () => boolean;
  /** Instance id written into copies and files. */
  readonly instanceId: () => string;
}

/** Everything that commands can use. An action declares the parts that it needs. */
export type EditorContext = EditorStore & Messages & NodeCatalog & Panels & Navigation & Instance;
