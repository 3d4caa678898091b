// Nodes attached to the open node, by its inputs for them; and the nodes that the open node is attached to.
import { Plus } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { edgesAt } from '../../../../engine/workflow/graph/walk.ts';
import { nodeIconUrl } from '../../../api/editor.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon, NodeIcon } from '../../../ui/icon.tsx';
import { openCreatorFor } from '../actions/add-node.ts';
import { MAIN, type CanvasPort } from '../canvas/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import { describeNode } from '../view/describe-node.ts';
import { linkedPorts, indexInType } from '../view/linked-ports.ts';
import { tintOf, unknownType } from '../view/type-look.ts';

/** Opens a node by its id, or closes the view, unless an edit of the output must be kept. */
export type Go = (id: string | undefined) => Promise<boolean>;

interface Place {
  readonly port: CanvasPort;
  /** Index among the inputs of its type. */
  readonly index: number;
  readonly nodes: readonly WorkflowNode[];
}

function usePlaces(): readonly Place[] {
  const { node, description, workflow, graph } = useOpenNode();
  return useMemo(() => {
    const { inputs } = describeNode(node, description, linkedPorts(workflow.connections).get(node.name));
    return inputs.flatMap((port, at) => {
      if (port.type === MAIN) return [];
      const index = indexInType(inputs, at);
      const edges = graph.edgesTo(node.name, port.type).filter(({ targetInput }) => targetInput === index);
      return [{ port, index, nodes: edges.map(({ source }) => graph.node(source)).filter((each) => each !== undefined) }];
    });
  }, [node, description, workflow, graph]);
}

export function AttachedNodes({ onGo }: { readonly onGo: Go }): ReactNode {
  const { t } = useTranslation(['nodeView', 'canvas']);
  const { id, isReadOnly, editor } = useOpenNode();
  const slots = usePlaces();
  if (slots.length === 0) return null;
  const add = async ({ port, index }: Place): Promise<void> => {
    if (!(await onGo(undefined))) return;
    openCreatorFor(editor, { node: id, side: 'input', type: port.type, index });
  };
  return (
    <section className="attached-nodes" aria-label={t('attached.label')}>
      {slots.map((slot) => {
        const { port, index, nodes } = slot;
        const label = port.name ?? t(`canvas:ports.${port.type}`, { defaultValue: port.type.replace(/^ai_/, '') });
        const isFull = port.limit !== undefined && nodes.length >= port.limit;
        return (
          <div key={`${port.type} ${index}`} className="attached-place" data-missing={port.isRequired === true && nodes.length === 0}>
            <span className="attached-label">
              {label}
              {port.isRequired === true ? (
                <span className="attached-required" title={t('attached.required')}>
                  *
                </span>
              ) : null}
            </span>
            {nodes.map((each) => (
              <NodeChip key={each.id ?? each.name} node={each} onGo={onGo} />
            ))}
            {isReadOnly || isFull || port.isGone === true ? null : (
              <IconButton kind="normal" size="small" label={t('attached.add', { input: label })} onClick={() => void add(slot)}>
                <Icon of={Plus} size={14} />
              </IconButton>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Shown for a node that is attached to others. */
export function AttachedTo({ onGo }: { readonly onGo: Go }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { graph, node } = useOpenNode();
  const names = [...new Set(edgesAt(graph, node.name, 'down', 'ALL_NON_MAIN').map(({ target }) => target))];
  const roots = names.map((name) => graph.node(name)).filter((each) => each !== undefined);
  if (roots.length === 0) return null;
  return (
    <section className="attached-nodes" aria-label={t('attached.to')}>
      <div className="attached-place">
        <span className="attached-label">{t('attached.to')}</span>
        {roots.map((each) => (
          <NodeChip key={each.id ?? each.name} node={each} onGo={onGo} />
        ))}
      </div>
    </section>
  );
}

function NodeChip({ node, onGo }: { readonly node: WorkflowNode; readonly onGo: Go }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { types } = useOpenNode();
  const description = types.description(node.type, node.typeVersion);
  return (
    <button
      type="button"
      className="attached-node"
      data-disabled={node.disabled === true}
      title={t(node.disabled === true ? 'attached.openDisabled' : 'attached.open', { name: node.name })}
      onClick={() => void onGo(node.id)}
    >
      {description === undefined ? (
        <span className="node-view-initials" aria-hidden>
          {unknownType(node.type).initials}
        </span>
      ) : (
        <NodeIcon url={nodeIconUrl(node.type)} tint={tintOf(description)} size={16} />
      )}
      <span className="attached-name">{node.name}</span>
    </button>
  );
}
