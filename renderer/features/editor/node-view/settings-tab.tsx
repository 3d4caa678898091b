// The settings tab: settings of the node type, settings that all nodes have, and the version.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { newerVersionOf, takeNewVersion } from '../actions/replace-node.ts';
import { isTriggerType, useOpenNode } from '../open-node/index.ts';
import { ParameterField, ParameterForm, ParameterList } from '../params/index.ts';
import { useEditor } from '../state/editor-context.tsx';
import { nodeSettings, settingOf, withSetting } from './node-settings.ts';

export function SettingsTab(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { node, served, types, description, isReadOnly, setNode } = useOpenNode();
  const own = useMemo(() => description?.properties.filter(({ isNodeSetting }) => isNodeSetting === true) ?? [], [description]);
  const { context } = useEditor();
  const newer = newerVersionOf(context, node);
  const general = useMemo(() => nodeSettings(t, isTriggerType(description)), [t, description]);
  const latest = types.latest.find(({ name }) => name === node.type);
  const newest = latest === undefined ? undefined : [latest.version].flat().reduce((most, each) => Math.max(most, each), 0);
  const ageText =
    description !== undefined && node.typeVersion > served.typeVersion
      ? t('otherVersion', { version: node.typeVersion, served: served.typeVersion })
      : newer !== undefined
        ? t('settings.olderThanNew', { version: newer.version })
        : newest === undefined || newest === node.typeVersion
          ? t('settings.newest')
          : t('settings.older', { version: newest });
  return (
    <>
      <ParameterForm>
        <ParameterList properties={own} path="" />
        {general.map((setting) =>
          setting.shows?.(node) === false ? null : (
            <ParameterField
              key={setting.name}
              property={setting}
              path={setting.name}
              value={settingOf(node, setting)}
              isDisabled={isReadOnly}
              onChange={(value) => setNode(withSetting(setting, value))}
            />
          ),
        )}
      </ParameterForm>
      <p className="node-view-empty">
        {t('settings.version', { name: description?.displayName ?? node.type, version: node.typeVersion })}
        {` ${ageText}`}
      </p>
      {isReadOnly || newer === undefined ? null : (
        <div className="node-view-version">
          <Button size="small" onClick={() => takeNewVersion(context, node.id ?? '')}>
            {t('settings.update', { version: newer.version })}
          </Button>
        </div>
      )}
    </>
  );
}
