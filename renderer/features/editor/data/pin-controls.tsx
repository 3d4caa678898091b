// Pins the output, and opens it for editing.
import { Pencil, Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pinOutput, unpinOutput } from '../actions/pin-output.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { FirstTimeTip, rememberTip } from './first-time-tip.tsx';
import { usePane } from './pane-context.tsx';
import type { OutputEdit } from './use-output-edit.ts';

const PIN_TIP = 'millrace.pin-discovery';

function useUnpin(): () => void {
  const { editor, id } = useNodeView();
  return () => unpinOutput(editor, id);
}

export function PinControls({ edit }: { readonly edit: OutputEdit }): ReactNode {
  const { t } = useTranslation('data');
  const { isReadOnly, output, editor, id } = useNodeView();
  const { items } = usePane();
  const unpin = useUnpin();
  if (isReadOnly) return null;
  const pin = (): void => {
    rememberTip(PIN_TIP);
    void pinOutput(editor, id, items);
  };
  // Pinned data leaves by the first output: that of another would change its way.
  const isElsewhere = output.output > 0;
  return (
    <>
      {isElsewhere ? null : (
        <IconButton label={t('edit.open')} size="small" onClick={() => edit.begin(items)}>
          <Icon of={Pencil} size={14} />
        </IconButton>
      )}
      {items.length === 0 && !output.isPinned ? null : (
        <Button
          size="small"
          className="data-pin"
          aria-pressed={output.isPinned}
          disabled={isElsewhere && !output.isPinned}
          title={isElsewhere && !output.isPinned ? t('pin.elsewhere') : undefined}
          onClick={output.isPinned ? unpin : pin}
        >
          <Icon of={output.isPinned ? PinOff : Pin} size={13} />
          {t(output.isPinned ? 'pin.unpin' : 'pin.pin')}
        </Button>
      )}
    </>
  );
}

/** Told once, when there is something to pin. */
export function PinTip(): ReactNode {
  const { t } = useTranslation('data');
  const { isReadOnly, output } = useNodeView();
  const { items } = usePane();
  return isReadOnly || output.isPinned || items.length === 0 ? null : <FirstTimeTip flag={PIN_TIP} text={t('pin.tip')} />;
}

export function PinnedBanner(): ReactNode {
  const { t } = useTranslation('data');
  const { isReadOnly, output } = useNodeView();
  const unpin = useUnpin();
  if (!output.isPinned) return null;
  return (
    <div className="data-banner" data-kind="pin">
      <Icon of={Pin} size={14} />
      <span>{t('pin.banner')}</span>
      {isReadOnly ? null : (
        <button type="button" onClick={unpin}>
          {t('pin.unpin')}
        </button>
      )}
    </div>
  );
}
