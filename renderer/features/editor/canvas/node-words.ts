// Accessible description of a node: title, kind, state, issues and connections.
import type { TFunction } from 'i18next';
import type { CanvasNode } from './canvas-model.ts';

export interface Links {
  readonly incoming: number;
  readonly outgoing: number;
}

export function nodeWords(t: TFunction<'canvas'>, node: CanvasNode, links: Links, isSelected: boolean): string {
  const [first] = node.issues;
  const words = [
    node.title,
    node.subtitle,
    node.isTrigger ? t('state.trigger') : undefined,
    node.unknown !== undefined ? t('state.unknown') : undefined,
    node.isDisabled ? t('state.disabled') : undefined,
    node.state === 'idle' ? undefined : t(`state.${node.state}`),
    node.badge,
    node.isPinned ? t('state.pinned') : undefined,
    first === undefined ? undefined : t('issues', { count: node.issues.length, first }),
    t('incoming', { count: links.incoming }),
    t('outgoing', { count: links.outgoing }),
    isSelected ? t('state.selected') : undefined,
  ];
  return words.filter((word) => word !== undefined && word !== '').join(', ');
}
