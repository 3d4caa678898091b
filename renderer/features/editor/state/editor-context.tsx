// The editor's context for actions and commands, created once per screen.
import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import { editorApi } from '../../../api/editor.ts';
import { newId } from '../../../lib/browser.ts';
import { store } from '../../../state/store.ts';
import { toastShown } from '../../../state/toasts.ts';
import { modalOpened, selectConnection } from '../../../state/ui-slice.ts';
import { bridge } from '../../../transport/bridge.ts';
import { importFile } from '../actions/clipboard.ts';
import type { DialogChoice, CreatorPlace, EditorContext, Messages, Panels, Question, Replacement } from '../actions/context.ts';
import type { CanvasHandle } from '../canvas/index.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { selectEditor, selectRun } from './slices.ts';

export interface OpenQuestion extends Question {
  readonly response: (dialogChoice: DialogChoice) => void;
}

export interface OpenReplacement extends Replacement {
  readonly response: (isAgreed: boolean) => void;
}

/** Open panels and dialogs. */
export interface OpenParts {
  /** `replaces`: id of the node that the chosen one replaces. */
  readonly creator: { readonly place?: CreatorPlace; readonly replaces?: string } | undefined;
  readonly hasPalette: boolean;
  readonly hasShortcuts: boolean;
  /** Number of requests for find since it was opened; 0 while it is closed. */
  readonly find: number;
  readonly hasOutline: boolean;
  readonly hasConsole: boolean;
  /** Number of requests for the chat since it was opened; 0 while it is closed. */
  readonly chat: number;
  readonly considered: { readonly destination?: string } | undefined;
  readonly renaming: string | undefined;
  readonly isImportingUrl: boolean;
  readonly question: OpenQuestion | undefined;
  readonly replacement: OpenReplacement | undefined;
}

const closed: OpenParts = {
  creator: undefined,
  hasPalette: false,
  hasShortcuts: false,
  find: 0,
  hasOutline: false,
  hasConsole: false,
  chat: 0,
  considered: undefined,
  renaming: undefined,
  isImportingUrl: false,
  question: undefined,
  replacement: undefined,
};

const creatorAt = (place: CreatorPlace | undefined): NonNullable<OpenParts['creator']> => (place === undefined ? {} : { place });

/** Never changes while the editor is open. */
interface Editor {
  readonly context: EditorContext;
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly fileInput: RefObject<HTMLInputElement | null>;
}

interface PanelState {
  readonly open: OpenParts;
  readonly setOpen: (change: Partial<OpenParts>) => void;
}

const Context = createContext<Editor | undefined>(undefined);
const PanelContext = createContext<PanelState | undefined>(undefined);

function within<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A hook of the editor is called outside of it.');
  return value;
}

/** What actions and commands use. */
export const useEditor = (): Editor => within(useContext(Context));

/** What is open. The component renders again when a panel or dialog opens or closes. */
export const usePanels = (): PanelState => within(useContext(PanelContext));

export function EditorProvider({ types, children }: { readonly types: TypeLookup; readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  const canvas = useRef<CanvasHandle>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [open, change] = useState(closed);
  const credentials = useCredentialLookup();
  const nextTypes = useNext(types);
  const latest = useRef({ types, t, navigate, credentials });
  latest.current = { types, t, navigate, credentials };
  const editor = useMemo(() => {
    const chooseFile = async (): Promise<void> => {
      if (bridge === undefined) return fileInput.current?.click();
      const file = await bridge.chooseFile();
      if (file !== null) await importFile(context, new File([file.content], file.name));
    };
    const context: EditorContext = {
      editor: () => selectEditor(store.getState()),
      run: () => selectRun(store.getState()),
      dispatch: store.dispatch,
      types: () => latest.current.types,
      nextTypes,
      credentials: () => latest.current.credentials,
      canvas: () => canvas.current,
      t: (key, values) => latest.current.t(key, values ?? {}),
      newId,
      isConnected: () => selectConnection(store.getState()) === 'open',
      instanceId: () => editorApi.endpoints.settings.select()(store.getState()).data?.instanceId ?? '',
      ui: {
        ...panelsUi(change),
        openWorkflows: () => void store.dispatch(modalOpened({ name: 'open-workflow' })),
        chooseFile: () => void chooseFile(),
        openPage: (address) => void globalThis.open(address, '_blank', 'noopener'),
        notify: (notice) => void store.dispatch(toastShown(notice)),
        goTo: (path, options) =>
          void latest.current.navigate(path, {
            replace: options?.replaces === true,
            state: { ...options?.brings, isSaved: options?.isSaved === true },
          }),
      },
    };
    return { context, canvas, fileInput };
  }, [nextTypes]);
  const panels = useMemo(() => ({ open, setOpen: (part: Partial<OpenParts>) => change((before) => ({ ...before, ...part })) }), [open]);
  return (
    <Context value={editor}>
      <PanelContext value={panels}>{children}</PanelContext>
    </Context>
  );
}

/** Returns the functions that open panels and dialogs. */
function panelsUi(change: Dispatch<SetStateAction<OpenParts>>): Panels['ui'] & Omit<Messages['ui'], 'notify'> {
  const setOpen = (part: Partial<OpenParts>): void => change((before) => ({ ...before, ...part }));
  return {
    openCreator: (place) => setOpen({ creator: creatorAt(place) }),
    openReplacement: (replaces) => setOpen({ creator: { replaces } }),
    toggleCreator: (place) => change((before) => ({ ...before, creator: before.creator === undefined ? creatorAt(place) : undefined })),
    openPalette: () => setOpen({ hasPalette: true }),
    openFind: () => change((before) => ({ ...before, find: before.find + 1 })),
    openShortcuts: () => setOpen({ hasShortcuts: true }),
    openRename: (id) => setOpen({ renaming: id }),
    openImportUrl: () => setOpen({ isImportingUrl: true }),
    toggleOutline: () => change((before) => ({ ...before, hasOutline: !before.hasOutline })),
    // Both are below the canvas, which leaves room for one.
    toggleConsole: () => change((before) => ({ ...before, hasConsole: !before.hasConsole, chat: 0 })),
    openChat: () => change((before) => ({ ...before, chat: before.chat + 1, hasConsole: false })),
    considerRun: (considered) => setOpen({ considered }),
    ask: (question) =>
      new Promise((resolve) => {
        const response: OpenQuestion['response'] = (choice) => {
          setOpen({ question: undefined });
          resolve(choice);
        };
        setOpen({ question: { ...question, response } });
      }),
    agreeToReplacement: (replacement) =>
      new Promise((resolve) => {
        const response: OpenReplacement['response'] = (isAgreed) => {
          setOpen({ replacement: undefined });
          resolve(isAgreed);
        };
        setOpen({ replacement: { ...replacement, response } });
      }),
  };
}

/** Returns a function whose promise resolves when the component has rendered with another value. */
function useNext(value: unknown): () => Promise<void> {
  const waiting = useRef<(() => void)[]>([]);
  useLayoutEffect(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [value]);
  return useCallback(() => new Promise<void>((resolve) => void waiting.current.push(resolve)), []);
}

/** The credential lookup for node issues; undefined until the credentials are loaded. */
export function useCredentialLookup(): CredentialLookup | undefined {
  const { data: credentials } = editorApi.useCredentialsQuery();
  const { data: types } = editorApi.useCredentialTypesQuery();
  const { data: settings } = editorApi.useSettingsQuery();
  const isSharingEnabled = settings?.enterprise?.sharing === true;
  return useMemo(() => {
    if (credentials === undefined) return undefined;
    const names = new Map((types ?? []).map((type) => [type.name, (type as { readonly displayName?: string }).displayName]));
    return {
      // The instance owner also sees credentials that only other users may use.
      ofType: (name) => credentials.filter(({ type, permissions }) => type === name && permissions.use),
      displayName: (type) => names.get(type),
      isSharingEnabled,
    };
  }, [credentials, types, isSharingEnabled]);
}
