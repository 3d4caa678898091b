// A page of the help, and the list of all nodes at the end of the page about nodes.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { editorApi, nodeIconUrl } from '../../api/editor.ts';
import { helpPages, nodeHelpPath, nodeOfHelpPath, type HelpPageName } from '../../lib/help-pages.ts';
import { useSettings } from '../../state/settings.ts';
import { NodeIcon } from '../../ui/icon.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { Waiting } from '../../ui/page.tsx';
import { HelpFrame } from './help-frame.tsx';
import { HelpText, useAnchor, useHelpHtml } from './help-text.tsx';
import { helpPageText, type LoadedHelpPage, type Shortcuts } from './use-help-pages.ts';

export interface HelpPageProps {
  readonly shortcuts: Shortcuts;
}

export function HelpPage(props: HelpPageProps): ReactNode {
  const { page = helpPages[0] } = useParams();
  const name = helpPages.find((each) => each === page);
  return name === undefined ? <NotFoundPage /> : <KnownPage name={name} {...props} />;
}

function KnownPage({ name, shortcuts }: HelpPageProps & { readonly name: HelpPageName }): ReactNode {
  const { t } = useTranslation('help');
  const { t: common } = useTranslation();
  const { templates } = useSettings();
  const [loaded, setLoaded] = useState<LoadedHelpPage>();
  useEffect(() => {
    let isCurrent = true;
    void helpPageText(name, shortcuts, templates).then((text) => {
      if (isCurrent) setLoaded({ name, text: text.replace(/^# .*\n/, '') });
    });
    return () => {
      isCurrent = false;
    };
  }, [name, shortcuts, templates]);
  const isLoaded = loaded?.name === name;
  const { html, headings } = useHelpHtml(isLoaded ? loaded.text : undefined);
  const { data: types } = editorApi.useNodeTypesQuery(undefined, { skip: name !== 'nodes' });
  // The list at the end has its height once the types are loaded.
  useAnchor(name === 'nodes' && types === undefined ? '' : html);
  const allHeadings = name === 'nodes' && isLoaded ? [...headings, { id: 'all-nodes', text: t('allNodes'), level: 2 }] : headings;
  return (
    <HelpFrame title={common(`help.pages.${name}`)} headings={allHeadings} shortcuts={shortcuts} page={name}>
      {isLoaded ? <HelpText html={html} /> : <Waiting />}
      {isLoaded && types !== undefined ? <AllNodes types={types} /> : null}
    </HelpFrame>
  );
}

/** Links to the pages of all core nodes. */
function AllNodes({ types }: { readonly types: readonly NodeDescription[] }): ReactNode {
  const { t } = useTranslation('help');
  const names = new Map(
    types.flatMap(({ name, displayName, description, documentationUrl }) =>
      nodeOfHelpPath(documentationUrl) === name ? [[name, { displayName, description }] as const] : [],
    ),
  );
  return (
    <section className="help-text" aria-labelledby="all-nodes">
      <h2 id="all-nodes">{t('allNodes')}</h2>
      <ul className="help-nodes">
        {[...names]
          .toSorted(([, one], [, other]) => one.displayName.localeCompare(other.displayName, 'en'))
          .map(([name, { displayName, description }]) => (
            <li key={name}>
              <NodeIcon url={nodeIconUrl(name)} />
              <span>
                <Link to={nodeHelpPath(name)}>{displayName}</Link>
                <span className="quiet-text">{description}</span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}
