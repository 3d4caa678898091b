// Buttons that pin the output and open it for editing.
import { Pencil, Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { pinOutput, unpinOutput } from '../../actions/pin-output.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { FirstTimeTip, rememberTip } from '../first-time-tip.tsx';
import { usePane } from '../pane-context.tsx';
import type { OutputEdit } from './edit-panel.tsx';

const PIN_TIP = 'millrace.pin-discovery';

function useUnpin(): () => void {
  const { editor, id } = useOpenNode();
  return () => unpinOutput(editor, id);
}

export function PinControls({ edit }: { readonly edit: OutputEdit }): ReactNode {
  const { t } = useTranslation('data');
  const { isReadOnly, output, editor, id, root } = useOpenNode();
  const { items } = usePane();
  const unpin = useUnpin();
  // What an attached node returns goes to its root node, never along a wire.
  if (isReadOnly || (root !== undefined && !output.isPinned)) return null;
  const pin = (): void => {
    rememberTip(PIN_TIP);
    void pinOutput(editor, id, items);
  };
  // Pinned data always leaves through the first output, so data of another output cannot be pinned.
  const isOtherOutput = output.output > 0;
  return (
    <>
      {isOtherOutput ? null : (
        <IconButton label={t('edit.open')} size="small" onClick={() => edit.begin(items)}>
          <Icon of={Pencil} size={14} />
        </IconButton>
      )}
      {items.length === 0 && !output.isPinned ? null : (
        <Button
          size="small"
          className="data-pin"
          aria-pressed={output.isPinned}
          disabled={isOtherOutput && !output.isPinned}
          title={t(isOtherOutput && !output.isPinned ? 'pin.elsewhere' : output.isPinned ? 'pin.unpin' : 'pin.pin')}
          onClick={output.isPinned ? unpin : pin}
        >
          <Icon of={output.isPinned ? PinOff : Pin} size={13} />
          <span className="data-pin-text">{t(output.isPinned ? 'pin.unpin' : 'pin.pin')}</span>
        </Button>
      )}
    </>
  );
}

/** Shown once, when there is output that can be pinned. */
export function PinTip(): ReactNode {
  const { t } = useTranslation('data');
  const { isReadOnly, output, root } = useOpenNode();
  const { items } = usePane();
  return isReadOnly || root !== undefined || output.isPinned || items.length === 0 ? null : (
    <FirstTimeTip flag={PIN_TIP} text={t('pin.tip')} />
  );
}

export function PinnedBanner(): ReactNode {
  const { t } = useTranslation('data');
  const { isReadOnly, output } = useOpenNode();
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
