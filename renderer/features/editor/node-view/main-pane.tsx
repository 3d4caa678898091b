// The main pane of the node view: title, execute button, and the tabs with parameters and settings.
import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import { isOwnPackage, registryPackageOf } from '../../../../engine/workflow/node-type.ts';
import { customApiCall } from '../../../../engine/workflow/issues/parameter-issues.ts';
import { editorApi, nodeIconUrl } from '../../../api/editor.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { NodeIcon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OutsideLink } from '../../../ui/button.tsx';
import { Waiting } from '../../../ui/page.tsx';
import { nodeOfHelpPath } from '../../../lib/help-pages.ts';
import { change } from '../actions/change.ts';
import { paste } from '../actions/clipboard.ts';
import { rename } from '../document/operations.ts';
import { useHelp } from '../../../state/settings.ts';
import { ExecuteButton, useOpenNode } from '../open-node/index.ts';
import { CredentialFields, ParameterForm, ParameterList } from '../params/index.ts';
import { useInstallAdvice } from '../../../state/package-offer.ts';
import { InstallPackageButton, isInstalled } from '../view/install-package-button.tsx';
import { isExcludedType } from '../view/type-lookup.ts';
import { tintOf, unknownType } from '../view/type-look.ts';
import { AttachedNodes, AttachedTo, type Go } from './attached-nodes.tsx';
import { ScheduleRuns } from './schedule-runs.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { WebhookUrls } from './webhook-urls.tsx';

const NodeDocs = lazy(async () => ({ default: (await import('../../help/index.ts')).NodeDocs }));

export function MainPane({ onGo }: { readonly onGo: Go }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { head: node, description, isReadOnly } = useOpenNode();
  const { documentation } = useHelp();
  const packageName = isOwnPackage(node.type) ? undefined : registryPackageOf(node.type);
  const docs =
    description === undefined && registryPackageOf(node.type) === undefined
      ? documentation
      : (description?.codex?.resources?.primaryDocumentation?.[0]?.url ?? description?.documentationUrl);
  const hasOwnDocs = nodeOfHelpPath(docs) !== undefined;
  return (
    <>
      <div className="node-view-title">
        {description === undefined ? (
          <span className="node-view-initials" title={node.type} aria-hidden>
            {unknownType(node.type).initials}
          </span>
        ) : (
          <NodeIcon url={nodeIconUrl(node.type)} tint={tintOf(description)} />
        )}
        <Title />
        {isReadOnly ? null : <ExecuteButton />}
      </div>
      <AttachedTo onGo={onGo} />
      <Tabs.Root defaultValue="parameters" render={<div style={{ display: 'contents' }} />}>
        <Tabs.List className="node-view-tabs" aria-label={t('tabs.label')}>
          <Tabs.Tab value="parameters">{t('tabs.parameters')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('tabs.settings')}</Tabs.Tab>
          {hasOwnDocs ? <Tabs.Tab value="docs">{t('tabs.docs')}</Tabs.Tab> : null}
          {isSafeLink(docs) ? <OutsideLink to={docs}>{t('tabs.docs')}</OutsideLink> : null}
          {packageName === undefined ? null : (
            <OutsideLink to={`https://www.npmjs.com/package/${packageName}`}>{t('tabs.package')}</OutsideLink>
          )}
        </Tabs.List>
        <Tabs.Panel value="parameters" className="node-view-form" tabIndex={-1}>
          {description === undefined ? <Unknown /> : description.isPartial === true ? <Waiting /> : <ParametersTab />}
        </Tabs.Panel>
        <Tabs.Panel value="settings" className="node-view-form" tabIndex={-1}>
          <SettingsTab />
        </Tabs.Panel>
        {hasOwnDocs ? (
          <Tabs.Panel value="docs" className="node-view-form" tabIndex={-1}>
            <DocsTab />
          </Tabs.Panel>
        ) : null}
      </Tabs.Root>
      <AttachedNodes onGo={onGo} />
      <Wish />
    </>
  );
}

/** The documentation of a core node, whose example can be added to the workflow. */
function DocsTab(): ReactNode {
  const { description, served, isReadOnly, editor } = useOpenNode();
  if (description === undefined) return null;
  return (
    <Suspense fallback={<Waiting />}>
      <NodeDocs
        description={description}
        version={served.typeVersion}
        {...(isReadOnly ? {} : { onAdd: (example) => void paste(editor, example) })}
      />
    </Suspense>
  );
}

/** A link to request features of this node. */
function Wish(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { head: node, description } = useOpenNode();
  const { requestFor } = useHelp();
  if (requestFor === undefined) return null;
  return (
    <OutsideLink to={requestFor(description?.displayName ?? node.type)} className="node-view-wish">
      {t('wish')}
    </OutsideLink>
  );
}

const isSafeLink = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url);

/** Shown for a node type that is not installed: what the user can do, and the stored parameters. */
function Unknown(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { node, types } = useOpenNode();
  const { data: settings } = editorApi.useSettingsQuery();
  const advice = useInstallAdvice();
  const isExcluded = isExcludedType(node.type, settings?.excludedNodes);
  const name = registryPackageOf(node.type);
  const isOutdated = !isExcluded && name !== undefined && isInstalled(name, types);
  const installable = isExcluded || isOutdated ? undefined : name;
  const mustAsk = installable !== undefined && advice !== undefined;
  const isUnknown = !isExcluded && name === undefined;
  const reason = isExcluded ? 'excluded' : isUnknown ? 'noPackage' : isOutdated ? 'outdated' : mustAsk ? 'others' : 'text';
  const parametersText = stringifyExactly(node.parameters ?? {}, 2);
  const parameters = useRef<HTMLDivElement>(null);
  // Once the type is installed, its form takes the place of the button that had the focus.
  useLayoutEffect(() => {
    const panel = parameters.current?.closest<HTMLElement>('[role="tabpanel"]');
    return () => {
      if (panel?.contains(document.activeElement) === true) panel.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <Notice kind="warning" title={t(isUnknown ? 'unknown.unknownTitle' : 'unknown.title', { type: node.type })}>
        {t(`unknown.${reason}`, { name })}
        {mustAsk ? <div>{advice}</div> : null}
      </Notice>
      {installable === undefined ? null : (
        <div>
          <InstallPackageButton packageName={installable} />
        </div>
      )}
      <div ref={parameters} className="node-view-raw">
        <div className="param-head">
          <h3 className="param-label">{t('unknown.parameters')}</h3>
          <span className="param-grow" />
          <CopyButton text={parametersText} label={t('unknown.copy')} />
        </div>
        <pre tabIndex={0} aria-label={t('unknown.parameters')}>
          {parametersText}
        </pre>
      </div>
    </>
  );
}

function Title(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { head: node, id, editor, isReadOnly } = useOpenNode();
  const [draft, setDraft] = useState<string>();
  if (isReadOnly) return <h2 className="node-view-name">{node.name}</h2>;
  if (draft === undefined) {
    return (
      <h2 style={{ display: 'contents' }}>
        <button type="button" className="node-view-name" title={t('rename')} onClick={() => setDraft(node.name)}>
          {node.name}
        </button>
      </h2>
    );
  }
  const apply = (): void => {
    setDraft(undefined);
    if (draft.trim() === node.name) return;
    change(editor, 'rename', (file) => rename(file, id, draft));
  };
  return (
    <input
      className="node-view-name"
      aria-label={t('name')}
      autoFocus
      value={draft}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
        if (event.key === 'Escape') {
          event.stopPropagation();
          event.nativeEvent.stopImmediatePropagation();
          setDraft(undefined);
        }
      }}
    />
  );
}

/** The tab with webhook URLs, credentials and parameters. */
export function ParametersTab(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { node, served, description, parameters } = useOpenNode();
  const properties = useMemo(() => description?.properties.filter(({ isNodeSetting }) => isNodeSetting !== true) ?? [], [description]);
  const isCustomCall = Object.values(parameters).some((value) => typeof value === 'string' && value.includes(customApiCall));
  const isEmpty = properties.every(({ type }) => type === 'hidden') && (description?.credentials ?? []).length === 0;
  return (
    <>
      <WebhookUrls />
      {description === undefined || node.typeVersion === undefined || node.typeVersion === served.typeVersion ? null : (
        <Notice>{t('otherVersion', { version: node.typeVersion, served: served.typeVersion })}</Notice>
      )}
      {isCustomCall ? (
        <Notice title={t('customCall.title')}>{t('customCall.text', { name: description?.displayName ?? '' })}</Notice>
      ) : null}
      {isEmpty ? <p className="node-view-empty">{t('noParameters')}</p> : null}
      <ParameterForm>
        <CredentialFields />
        <ParameterList properties={properties} path="" />
      </ParameterForm>
      <ScheduleRuns />
    </>
  );
}
