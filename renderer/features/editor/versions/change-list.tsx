// All differences as a list: the twin of the canvas in words. Choosing an entry shows it on the canvas, and its values.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeStatus } from '../../../../engine/workflow/file/diff.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { changeSigns } from '../canvas/index.ts';
import type { ComparedWorkflows } from './compared-workflows.ts';

/** Ids of the entries that are not on the canvas. */
export const SETTINGS = 'part:settings';
export const FIELDS = 'part:fields';

export interface ChangeListProps {
  readonly compared: ComparedWorkflows;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

interface Entry {
  readonly id: string;
  readonly kind: Exclude<NodeStatus, 'same'>;
  readonly text: string;
  /** Whether there is nothing to choose. */
  readonly isText?: boolean;
}

export function ChangeList({ compared, chosen, onChoose }: ChangeListProps): ReactNode {
  const { t } = useTranslation('versions');
  const { diff, nodes, wires } = compared;
  const nodeEntries = [...nodes].flatMap(([id, { status, before, after }]): Entry[] => {
    if (status === 'same') return [];
    const node = after ?? before;
    const name = node?.type === stickyNoteType ? t('note', { name: node.name }) : (node?.name ?? '');
    const isRenamed = before !== undefined && after !== undefined && before.name !== after.name;
    return [{ id, kind: status, text: isRenamed ? t('renamed', { before: before.name, after: name }) : name }];
  });
  const wireEntries = [...wires].map(([id, { kind, edge }]): Entry => ({
    id,
    kind,
    text: t(edge.type === 'main' ? 'wire' : 'link', { ...edge, type: edge.type }),
  }));
  const pinned = diff.pinned.map(({ kind, node }): Entry => ({ id: `pin:${node}`, kind, text: node, isText: true }));
  const part = (id: string, changes: readonly unknown[]): Entry[] =>
    changes.length === 0 ? [] : [{ id, kind: 'changed', text: t('values.count', { count: changes.length }) }];
  const groups: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
    [t('groups.nodes'), nodeEntries.filter(({ kind }) => kind !== 'moved')],
    [t('groups.wires'), wireEntries],
    [t('groups.settings'), part(SETTINGS, diff.settings)],
    [t('groups.pinned'), pinned],
    [t('groups.fields'), part(FIELDS, diff.fields)],
    [t('groups.moved'), nodeEntries.filter(({ kind }) => kind === 'moved')],
  ];
  return (
    <nav className="change-list" aria-label={t('changes')}>
      {groups.map(([title, entries]) =>
        entries.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h3>
              {title} <span className="quiet-text">{entries.length}</span>
            </h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <EntryLine entry={entry} isChosen={entry.id === chosen} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </nav>
  );
}

interface EntryLineProps extends Pick<ChangeListProps, 'onChoose'> {
  readonly entry: Entry;
  readonly isChosen: boolean;
}

function EntryLine({ entry: { id, kind, text, isText }, isChosen, onChoose }: EntryLineProps): ReactNode {
  const { t } = useTranslation('versions');
  const content = (
    <>
      <span className="change-sign" data-change={kind} aria-hidden>
        {changeSigns[kind]}
      </span>
      <span className="change-text" dir="auto">
        {text}
      </span>{' '}
      <span className="change-word" data-change={kind}>
        {t(`kind.${kind}`)}
      </span>
    </>
  );
  if (isText === true) return <span className="change-line">{content}</span>;
  return (
    <button type="button" className="change-line" aria-pressed={isChosen} onClick={() => onChoose(id)}>
      {content}
    </button>
  );
}
