// Names the packages that the workflow needs and that are not installed, over the canvas.
import { X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { editorApi } from '../../../api/editor.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useEditorState } from '../state/slices.ts';
import { InstallPackageButton, missingPackages, useInstallAdvice } from '../view/install-package-button.tsx';
import type { TypeLookup } from '../view/type-lookup.ts';

export function MissingPackages({ types }: { readonly types: TypeLookup }): ReactNode {
  const { t } = useTranslation('packages');
  const { t: common } = useTranslation();
  const nodes = useEditorState((state) => state.history.present.nodes);
  const { data: settings } = editorApi.useSettingsQuery();
  const excluded = settings?.excludedNodes;
  const packages = useMemo(() => missingPackages(nodes, types, excluded), [nodes, types, excluded]);
  const advice = useInstallAdvice();
  const [closed, setClosed] = useState('');
  const names = packages.join(', ');
  const [first] = packages;
  if (first === undefined || closed === names) return null;
  return (
    <div className="editor-missing">
      <Notice
        kind="warning"
        action={
          <span className="editor-missing-actions">
            <InstallPackageButton packageName={first} />
            <IconButton size="small" label={common('close')} onClick={() => setClosed(names)}>
              <Icon of={X} size={14} />
            </IconButton>
          </span>
        }
      >
        {t('missing', { count: packages.length, names })}
        {advice === undefined ? null : ` ${advice}`}
      </Notice>
    </div>
  );
}
