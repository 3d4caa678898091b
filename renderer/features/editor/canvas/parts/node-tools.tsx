// Tools above a node on hover and focus. Its run button previews the run.
import { Copy, Play, Power, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import type { CanvasIntent, CanvasNode } from '../canvas-model.ts';
import { useCore } from '../core-context.ts';

type Tool = Extract<CanvasIntent, { type: 'tool' }>['tool'];

const tools: readonly (readonly [Tool, LucideIcon, shortcut?: string])[] = [
  ['run', Play],
  ['disable', Power, 'D'],
  ['duplicate', Copy, 'Ctrl+D'],
  ['delete', Trash2, 'Delete'],
];

export function NodeTools({ node }: { readonly node: CanvasNode }): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  const consider = (id?: string): void => core.intent(id === undefined ? { type: 'consider' } : { type: 'consider', id });
  const considering = {
    onPointerEnter: () => consider(node.id),
    onPointerLeave: () => consider(),
    onFocus: () => consider(node.id),
    onBlur: () => consider(),
  };
  return (
    <div className="raised node-tools" data-control="">
      {tools.map(([tool, icon, shortcut]) => (
        <IconButton
          key={tool}
          className="node-tool"
          label={t(tool === 'disable' && node.isDisabled ? 'enable' : tool)}
          shortcut={shortcut}
          side="top"
          size="small"
          onClick={() => core.intent({ type: 'tool', tool, id: node.id })}
          {...(tool === 'run' ? considering : undefined)}
        >
          <Icon of={icon} size={14} />
        </IconButton>
      ))}
    </div>
  );
}
