// Accessible descriptions of a row: kind, state and connections.
import type { TFunction } from 'i18next';
import type { OutlineNode } from './outline-of.ts';

/** Returns the name of an output; its number, from 1, if it has none. */
export function outputText(name: string | undefined, index: number, t: TFunction<'creator'>): string {
  return name === undefined || name === '' ? t('outline.output', { number: index + 1 }) : name;
}

/** Returns text such as `Trigger, disabled, failed, 1 issue: …`. */
export function statesText(node: OutlineNode, t: TFunction<'creator'>): string {
  return [
    ...(node.isTrigger ? [t('isTrigger')] : []),
    ...(node.isDisabled ? [t('outline.disabled')] : []),
    ...(node.state === 'idle' ? [] : [t(`outline.states.${node.state}`)]),
    ...(node.issues.length === 0 ? [] : [t('outline.issues', { count: node.issues.length, list: node.issues.join('; ') })]),
  ].join(', ');
}

/** Returns text such as `In the loop of A. true leads to B, C. false leads to nothing.` Empty for notes, which have no connections. */
export function connectionsText(node: OutlineNode, t: TFunction<'creator'>): string {
  if (node.isNote === true) return '';
  const via = node.via === undefined ? [] : [t('outline.reachedBy', { output: outputText(node.via.name, node.via.output, t) })];
  const loop = node.loop === undefined || node.loop === node.name ? [] : [t('outline.loop', { name: node.loop })];
  const isSingle = node.outputs.length === 1;
  const outputs = node.outputs.map(({ name, targets }, index) => {
    const list = targets.map((target) => (target.isBack === true ? t('outline.above', { name: target.name }) : target.name)).join(', ');
    const key = targets.length === 0 ? 'outline.leadsNowhere' : 'outline.leadsTo';
    return isSingle && name === undefined
      ? t(targets.length === 0 ? 'outline.notConnected' : 'outline.connectedTo', { list })
      : t(key, { output: outputText(name, index, t), list });
  });
  return [...via, ...loop, ...outputs].join(' ');
}
