// The path of the open folder; each of its places takes dragged rows.
import './folders.css';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import { foldersApi } from '../../../api/folders.ts';
import { pathOf, pathText } from './folder-tree.ts';
import { useIsOverFolder } from './drag-rows.ts';

interface BreadcrumbProps {
  readonly path: readonly Folder[];
  /** `id`: undefined for the top level. */
  readonly onOpen: (id: string | undefined) => void;
}

export function Breadcrumb({ path, onOpen }: BreadcrumbProps): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <nav className="breadcrumb" aria-label={t('folders.path')}>
      <Crumb id="" name={t('page.title')} isCurrent={false} onOpen={() => onOpen(undefined)} />
      {path.map(({ id, name }, index) => (
        <Fragment key={id}>
          <span aria-hidden>›</span>
          <Crumb id={id} name={name} isCurrent={index === path.length - 1} onOpen={() => onOpen(id)} />
        </Fragment>
      ))}
    </nav>
  );
}

interface CrumbProps {
  /** Empty for the top level. */
  readonly id: string;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function Crumb({ id, name, isCurrent, onOpen }: CrumbProps): ReactNode {
  const isOver = useIsOverFolder(id);
  return (
    <button
      type="button"
      className="link-button crumb"
      title={name}
      aria-current={isCurrent ? 'page' : undefined}
      data-drop-folder={id}
      data-over={isOver}
      onClick={onOpen}
    >
      {name}
    </button>
  );
}

/** Leads from a workflow to its folder; hidden where there is no room. */
export function FolderPath({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('workflows');
  const { data: folders = [] } = foldersApi.useListFoldersQuery();
  const path = pathOf(id, folders);
  if (path.length === 0) return null;
  return (
    <span className="folder-path">
      <Link
        to={`/workflows?${new URLSearchParams({ folder: id }).toString()}`}
        title={pathText(path)}
        aria-label={t('folders.openFolder', { name: pathText(path) })}
      >
        {pathText(path)}
      </Link>
      <span aria-hidden>/</span>
    </span>
  );
}
