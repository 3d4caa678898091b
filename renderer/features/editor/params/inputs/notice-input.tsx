// Notices, callouts and buttons of node types.
import { Info } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import { openCreatorFor } from '../../actions/add-node.ts';
import { MAIN } from '../../canvas/index.ts';
import { editorActions } from '../../document/editor-slice.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { describeNode } from '../../view/describe-node.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';

export function CalloutInput({ property }: ParameterInputProps): ReactNode {
  return (
    <div className="param-notice" data-kind="callout" role="note">
      <Icon of={Info} size={14} />
      <SafeHtml html={property.displayName} />
    </div>
  );
}

/** The action of a button is part of the node's package, which the editor cannot run; only its description is shown. */
export function ButtonInput({ property, value, onChange, isDisabled, id, describedBy }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const config = isRecord(property.typeOptions?.['buttonConfig']) ? property.typeOptions['buttonConfig'] : {};
  const label = typeof config['label'] === 'string' ? config['label'] : property.displayName;
  const hasField = config['hasInputField'] === true;
  return (
    <div className="param-group">
      {hasField ? (
        <textarea
          id={id}
          className="input"
          rows={3}
          aria-label={label}
          aria-describedby={describedBy}
          readOnly={isDisabled}
          placeholder={property.placeholder}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : null}
      <Button size="small" className="param-add" aria-disabled title={t('buttonUnavailable')}>
        {label}
      </Button>
      <span className="param-hint">{t('buttonUnavailable')}</span>
    </div>
  );
}

/** Class of notices that advise to connect the node. */
const CONNECT_HINT = 'ndv-connection-hint-notice';

/** Links of a notice may open the node creator: for an input of the node, or for a node that the open one can be attached to. */
export function NoticeInput({ property }: ParameterInputProps): ReactNode {
  const { root, isReadOnly, editor, id, node, description } = useOpenNode();
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const link of notice.current?.querySelectorAll<HTMLElement>('a[data-action]') ?? []) {
      link.setAttribute('role', 'button');
      link.tabIndex = 0;
    }
  }, [property.displayName]);
  if (property.typeOptions?.['containerClass'] === CONNECT_HINT && root !== undefined) return null;
  const act = (event: MouseEvent | KeyboardEvent): void => {
    const link = (event.target as Element).closest<HTMLElement>('a[data-action]');
    const isMeant = event.type === 'click' || ['Enter', ' '].includes((event as KeyboardEvent).key);
    if (link === null || !isMeant) return;
    event.preventDefault();
    if (isReadOnly) return;
    const input = link.dataset['actionParameterConnectiontype'];
    const output = describeNode(node, description).outputs.find(({ type }) => type !== MAIN);
    editor.dispatch(editorActions.nodeOpened(undefined));
    editor.dispatch(editorActions.selected([id]));
    if (input !== undefined) openCreatorFor(editor, { node: id, side: 'input', type: input, index: 0 });
    else if (output !== undefined) openCreatorFor(editor, { node: id, side: 'output', type: output.type, index: 0 });
    else editor.ui.openCreator();
  };
  return (
    <div ref={notice} className="param-notice" role="note" onClick={act} onKeyDown={act}>
      <SafeHtml html={property.displayName} />
    </div>
  );
}

export const HiddenInput = (): ReactNode => null;
