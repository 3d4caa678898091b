// Names the packages that the workflow needs and that are not installed, over the canvas.
import { X } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { editorApi } from '../../../api/editor.ts';
import { useInstallAdvice } from '../../../state/package-offer.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useFocusReturn } from '../../../ui/floating/focus.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import { InstallPackageButton, missingPackages } from '../view/install-package-button.tsx';
import type { TypeLookup } from '../view/type-lookup.ts';

export function MissingPackages({ types }: { readonly types: TypeLookup }): ReactNode {
  const nodes = useEditorState((state) => state.history.present.nodes);
  const { data: settings } = editorApi.useSettingsQuery();
  const excluded = settings?.excludedNodes;
  const packages = useMemo(() => missingPackages(nodes, types, excluded), [nodes, types, excluded]);
  const [closed, setClosed] = useState('');
  const names = packages.join(', ');
  return packages.length === 0 || closed === names ? null : <Missing packages={packages} onClose={() => setClosed(names)} />;
}

function Missing({ packages, onClose }: { readonly packages: readonly string[]; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const { context } = useEditor();
  const advice = useInstallAdvice();
  const panel = useRef<HTMLDivElement>(null);
  // The key is the position, so that the focused button remains when a package is installed.
  const buttons = packages.map((name, index) => <InstallPackageButton key={index} packageName={name} />);
  useFocusReturn(panel, () => context.canvas()?.focus());
  return (
    <div ref={panel} className="editor-missing">
      <Notice
        kind="warning"
        action={
          <IconButton size="small" label={common('close')} onClick={onClose}>
            <Icon of={X} size={14} />
          </IconButton>
        }
      >
        <p>{t('missing', { count: packages.length, names: packages.join(', ') })}</p>
        {advice === undefined ? <div className="editor-missing-buttons">{buttons}</div> : <p>{advice}</p>}
      </Notice>
    </div>
  );
}
