// Start page for users without workflows: an empty canvas, a template that runs at once, and an import.
import { Blocks, ChevronDown, FileUp, FlaskConical, HardDriveDownload, Plus, type LucideIcon } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mayDo } from '../../../engine/contract/permissions.ts';
import { readWorkflow } from '../../../engine/workflow/file/import.ts';
import { editorApi } from '../../api/editor.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { exampleFile } from '../../lib/example.ts';
import { storeHandedOver, type HandedOverState } from '../../state/handed-over.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureText, toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The template of the instance's own library that is offered: it runs without accounts, files or network. */
const FIRST_TEMPLATE = 101;

export function FirstSteps({ onNew }: { readonly onNew: (state: HandedOverState) => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const id = useId();
  const importing = useImport();
  const dispatch = useAppDispatch();
  const mayImportHome = useMayImportHome();
  const openInEditor = useOpenInEditor();
  const navigate = useNavigate();
  const { data: settings } = editorApi.endpoints.settings.useQueryState();
  const hasTemplates = settings?.templates?.enabled === true && settings.templates.host === '';
  const openExample = async (): Promise<void> => {
    const file = await exampleFile();
    openInEditor(file.name, await file.text());
  };
  return (
    <section className="first-steps" aria-labelledby={id}>
      <h2 id={id} className="empty-title">
        {t('list.emptyTitle')}
      </h2>
      <p className="empty-text">{t('list.emptyText')}</p>
      <div className="first-steps-offers">
        <Offer icon={Plus} name="first" isMain onChoose={() => onNew(storeHandedOver({ type: 'firstStep' }))} />
        {hasTemplates ? (
          <Offer icon={Blocks} name="template" onChoose={() => void navigate(`/workflows/templates/${FIRST_TEMPLATE}`)} />
        ) : (
          <Offer icon={FlaskConical} name="example" onChoose={() => void openExample()} />
        )}
        <Offer icon={FileUp} name="import" onChoose={importing.choose} />
        {importing.field}
      </div>
      {mayImportHome ? (
        <Button kind="quiet" onClick={() => dispatch(modalOpened({ name: 'import-n8n-home' }))}>
          {t('list.importHome')}
        </Button>
      ) : null}
    </section>
  );
}

interface OfferProps {
  readonly icon: LucideIcon;
  readonly name: 'first' | 'template' | 'example' | 'import';
  readonly isMain?: boolean;
  readonly onChoose: () => void;
}

function Offer({ icon, name, isMain = false, onChoose }: OfferProps): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <button type="button" className="start-offer" data-main={isMain} onClick={onChoose}>
      <Icon of={icon} size={20} />
      <strong>{t(`offers.${name}.title`)}</strong>
      <span>{t(`offers.${name}.text`)}</span>
    </button>
  );
}

/** Returns the address of a new workflow, which is saved in this folder. */
export const newWorkflowPath = (folderId?: string): string =>
  folderId === undefined ? '/workflow' : `/workflow?${new URLSearchParams({ folder: folderId }).toString()}`;

/** Returns a function that opens the text of a file as a new workflow, which is not saved yet. */
function useOpenInEditor(folderId?: string): (name: string, content: string) => void {
  const navigate = useNavigate();
  return (name, content) => void navigate(newWorkflowPath(folderId), { state: storeHandedOver({ type: 'importFile', name, content }) });
}

export interface Importing {
  /** Opens the system's dialog for files. */
  readonly choose: () => void;
  /** The hidden field behind it, which must be rendered. */
  readonly field: ReactNode;
}

/** Imports workflow files, into the folder: one is opened in the editor, several are saved to the list. */
export function useImport(folderId?: string): Importing {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const field = useRef<HTMLInputElement>(null);
  const [create] = workflowsApi.useCreateWorkflowMutation();
  const openInEditor = useOpenInEditor(folderId);
  const saveOne = async (file: File): Promise<boolean> => {
    try {
      const content = readWorkflow(await file.text()).file;
      const place = folderId === undefined ? {} : { folderId };
      const { error } = await create({ body: { name: file.name.replace(/\.json$/i, ''), ...content, ...place, active: false } as never });
      if (error !== undefined) throw error as Error;
      return true;
    } catch (error) {
      dispatch(toastShown({ kind: 'error', title: t('import.failed', { name: file.name }), message: failureText(error) }));
      return false;
    }
  };
  const importThese = async (files: readonly File[]): Promise<void> => {
    const [first, ...otherFiles] = files;
    if (first === undefined) return;
    if (otherFiles.length === 0) return openInEditor(first.name, await first.text());
    let count = 0;
    for (const file of files) if (await saveOne(file)) count++;
    if (count > 0) dispatch(toastShown({ kind: 'success', title: t('import.done', { count }) }));
  };
  return {
    choose: () => field.current?.click(),
    field: (
      <input
        ref={field}
        type="file"
        accept=".json,.millrace,application/json"
        multiple
        hidden
        aria-label={t('list.import')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Choosing the same file again is a change, too.
          currentTarget.value = '';
          void importThese(files);
        }}
      />
    ),
  };
}

/** Whether this user may import the home folder of n8n on the computer of the server. */
function useMayImportHome(): boolean {
  const user = useAppSelector(selectUser);
  return user !== null && mayDo(user.globalRole.name, 'n8n-home:import');
}

/** The button that imports files, or a menu for users who may also import an installation of n8n. */
export function ImportMenu({ importing }: { readonly importing: Importing }): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const mayImportHome = useMayImportHome();
  if (!mayImportHome) {
    return (
      <>
        {importing.field}
        <Button onClick={importing.choose}>
          <Icon of={FileUp} />
          {t('list.import')}
        </Button>
      </>
    );
  }
  const trigger = (
    <Button>
      <Icon of={FileUp} />
      {t('list.importMenu')}
      <Icon of={ChevronDown} size={14} />
    </Button>
  );
  return (
    <>
      {importing.field}
      <Menu
        trigger={trigger}
        entries={[
          { id: 'files', icon: <Icon of={FileUp} />, label: t('list.importFiles'), onSelect: importing.choose },
          {
            id: 'n8n',
            icon: <Icon of={HardDriveDownload} />,
            label: t('list.importHome'),
            onSelect: () => dispatch(modalOpened({ name: 'import-n8n-home' })),
          },
        ]}
      />
    </>
  );
}
