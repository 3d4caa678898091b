// Dialog that moves workflows and folders. It shows the tree of folders, searches it, and creates folders in it.
import './folders.css';
import { Folder as FolderIcon, House, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FOLDER_NAME_LENGTH } from '../../../../engine/contract/rest/constants.ts';
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import { foldersApi } from '../../../api/folders.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { OpenModal } from '../../../state/ui-slice.ts';
import type { RequestFailure } from '../../../transport/transport.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RefreshFailure } from '../../../ui/refresh-failure.tsx';
import { rowDomId, SearchBox } from '../../../ui/search.tsx';
import { pathText, treeRows, type Movable } from './folder-tree.ts';
import { useFolderActions } from './use-folder-actions.ts';

interface MoveModalProps {
  readonly modal: OpenModal<'move-to-folder'>;
  readonly onClose: () => void;
}

/** A place to move to; `id` is undefined for the top level. */
interface Place {
  readonly id: string | undefined;
  readonly label: string;
  readonly level: number;
}

export function MoveModal({ modal, onClose }: MoveModalProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { t: common } = useTranslation();
  const { data: folders = [], error } = foldersApi.useListFoldersQuery();
  const { data: workflows = [] } = workflowsApi.useListWorkflowsQuery({ query: {} });
  const actions = useFolderActions();
  const [search, setSearch] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const movable: Movable = {
    workflows: workflows.filter(({ id }) => modal.workflows.includes(id)),
    folders: folders.filter(({ id }) => modal.folders.includes(id)),
  };
  const count = modal.workflows.length + modal.folders.length;
  const [name = ''] = [...movable.workflows, ...movable.folders].map((each) => each.name);
  const places = placesOf(folders, search, t('folders.top')).filter(({ id }) => isOpenTo(movable, id, folders));
  const active = Math.max(
    0,
    places.findIndex(({ id }) => id === activeId),
  );
  const place = places[active];
  const isPossible = place !== undefined && actions.canMove(movable, place.id);
  const move = async (): Promise<void> => {
    if (place === undefined || !isPossible || isBusy) return;
    setIsBusy(true);
    const isMoved = await actions.move(movable, place.id);
    setIsBusy(false);
    if (isMoved) onClose();
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button kind="primary" disabled={!isPossible || isBusy} onClick={() => void move()}>
        {t('folders.moveHere')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('folders.moveTitle', { count, name })} isOpen isBusy={isBusy} onClose={onClose} width="480px" footer={footer}>
      <div className="folder-move">
        <RefreshFailure error={error} />
        <Places places={places} active={active} search={search} onSearch={setSearch} onActive={setActiveId} onMove={() => void move()} />
        {place === undefined ? null : (
          <NewFolder
            place={place}
            onCreated={(folder) => {
              setSearch('');
              setActiveId(folder.id);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Returns the places of the tree, or those whose path matches the search. */
function placesOf(folders: readonly Folder[], search: string, top: string): readonly Place[] {
  const searchText = search.trim().toLocaleLowerCase();
  const rows = treeRows(folders);
  if (searchText === '') {
    return [{ id: undefined, label: top, level: 0 }, ...rows.map(({ folder: { id, name }, level }) => ({ id, label: name, level }))];
  }
  const matches = rows.map(({ folder: { id }, path }) => ({ id, label: pathText(path), level: 0 }));
  return [{ id: undefined, label: top, level: 0 }, ...matches].filter(({ label }) => label.toLocaleLowerCase().includes(searchText));
}

/** Folders that move, and those in them, are not offered. */
const isOpenTo = ({ folders: moved }: Movable, id: string | undefined, folders: readonly Folder[]): boolean =>
  treeRows(folders).every(({ folder, path }) => folder.id !== id || !path.some((each) => moved.includes(each)));

interface PlacesProps {
  readonly places: readonly Place[];
  readonly active: number;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onActive: (id: string | undefined) => void;
  readonly onMove: () => void;
}

function Places({ places, active, search, onSearch, onActive, onMove }: PlacesProps): ReactNode {
  const { t } = useTranslation('workflows');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    document.getElementById(rowDomId(listId, active))?.scrollIntoView?.({ block: 'nearest' });
  }, [listId, active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onMove();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || places.length === 0) return;
    event.preventDefault();
    onActive(places[(active + step + places.length) % places.length]?.id);
  };
  return (
    <>
      <SearchBox
        ref={input}
        className="folder-search"
        inputClassName="input"
        label={t('folders.search')}
        placeholder={t('folders.search')}
        popup="listbox"
        listId={listId}
        active={places.length === 0 ? -1 : active}
        value={search}
        resultCount={search === '' ? '' : t('folders.found', { count: places.length })}
        onChange={onSearch}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('folders.tree')} className="folder-tree">
        {places.map(({ id, label, level }, index) => (
          <div
            key={id ?? ''}
            id={rowDomId(listId, index)}
            role="option"
            aria-selected={index === active}
            className="folder-place"
            style={{ '--level': level } as never}
            onClick={() => onActive(id)}
            onDoubleClick={onMove}
          >
            <Icon of={id === undefined ? House : FolderIcon} />
            <span title={label}>{label}</span>
          </div>
        ))}
        {places.length === 0 ? <p className="folder-nothing">{t('folders.noMatch')}</p> : null}
      </div>
    </>
  );
}

/** A button that becomes a field for the name of a folder in the chosen place. */
function NewFolder({ place, onCreated }: { readonly place: Place; readonly onCreated: (folder: Folder) => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const [name, setName] = useState<string>();
  const [create, { isLoading, error, reset }] = foldersApi.useCreateFolderMutation();
  if (name === undefined) {
    return (
      <Button kind="quiet" className="folder-new" onClick={() => setName('')}>
        <Icon of={Plus} />
        {t('folders.newHere', { name: place.label })}
      </Button>
    );
  }
  const save = async (): Promise<void> => {
    if (name.trim() === '' || isLoading) return;
    const { data } = await create({ body: { name, parentId: place.id ?? null } });
    if (data === undefined) return;
    setName(undefined);
    onCreated(data);
  };
  return (
    <div className="folder-new-field">
      <TextField
        label={t('folders.nameIn', { name: place.label })}
        value={name}
        onChange={(value) => {
          reset();
          setName(value);
        }}
        maxLength={FOLDER_NAME_LENGTH}
        error={(error as RequestFailure | undefined)?.message}
        autoFocus
        onKeyDown={(event) => (event.key === 'Enter' ? void save() : undefined)}
      />
      <Button disabled={isLoading || name.trim() === ''} onClick={() => void save()}>
        {t('folders.create')}
      </Button>
    </div>
  );
}
