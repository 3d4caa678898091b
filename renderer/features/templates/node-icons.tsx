// The icons of the node types that a template uses, as many as fit.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { editorApi, nodeIconUrl } from '../../api/editor.ts';
import { NodeIcon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';

interface NodeIconsProps {
  readonly nodes: readonly { readonly name: string; readonly displayName?: unknown }[];
  readonly limit: number;
}

/** Types that this instance does not have are shown by their name. */
export function NodeIcons({ nodes, limit }: NodeIconsProps): ReactNode {
  const { t } = useTranslation('templates');
  const { data: types } = editorApi.useNodeTypesQuery();
  const all = nodes.map(({ name, displayName }) => {
    const type = types?.find((each) => each.name === name);
    const fallback = typeof displayName === 'string' ? displayName : name.slice(name.lastIndexOf('.') + 1);
    return { name, label: type?.displayName ?? fallback, isKnown: type !== undefined };
  });
  const visible = all.slice(0, limit);
  const hidden = all.slice(limit);
  return (
    <ul className="template-nodes" aria-label={t('apps')}>
      {visible.map(({ name, label, isKnown }) => (
        <Tooltip key={name} label={label}>
          <li className="template-node" aria-label={label}>
            {isKnown ? <NodeIcon url={nodeIconUrl(name)} size={18} /> : label.slice(0, 2)}
          </li>
        </Tooltip>
      ))}
      {hidden.length === 0 ? null : (
        <Tooltip label={hidden.map(({ label }) => label).join(', ')}>
          <li className="template-node-more">{t('hidden', { count: hidden.length })}</li>
        </Tooltip>
      )}
    </ul>
  );
}
