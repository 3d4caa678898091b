// Import rules between folders for dependency-cruiser. ARCHITECTURE.md gives the reasons.
const { floors } = require('./floors.cjs');

const electronPackage = '^electron$|(^|/)node_modules/electron/';
const [language, craft, machinery, useCases, entries] = floors.map(({ rooms }) => `^engine/(${rooms.join('|')})/`);
/** Composition roots, their shared parts, and the public entry point. */
const roots = '^engine/[^/]+\\.ts$';
const testing = '(^|/)testing/';
const product = '^(engine|renderer|electron)/';
const editor = '^renderer/features/editor/';
/** Rooms of the language, from the bottom to the top. */
const languageLayers = floors[0].rooms;
/** Folders of the editor below the open node's view, from the bottom to the top. */
const editorLayers = ['canvas', 'document', 'runs', 'view', 'actions', 'state'];
/** Folders of the open node's view and the screen that shows it, from the bottom to the top. */
const openNodeLayers = ['open-node', 'code', 'mapping', 'expression', 'params', 'data', 'node-view', 'screen'];
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    // A file belongs to every folder above it, up to the room.
    { ...rule('no-circles-of-folders', {}, { circular: true }), scope: 'folder' },
    rule('engine-is-pure-node', { path: '^engine/' }, { path: ['^(electron|renderer)/', electronPackage] }),
    rule('language-is-isomorphic', { path: language }, { path: '^engine/', pathNot: language }),
    rule('language-does-no-io', { path: language }, { dependencyTypes: ['core'] }),
    ...languageLayers
      .slice(0, -1)
      .map((layer, at) =>
        rule(
          `language-${layer}-looks-down`,
          { path: `^engine/${layer}/` },
          { path: `^engine/(${languageLayers.slice(at + 1).join('|')})/` },
        ),
      ),
    rule('craft-looks-down', { path: craft }, { path: [machinery, useCases, entries, roots] }),
    rule('machinery-looks-down', { path: machinery }, { path: [useCases, entries, roots] }),
    rule('use-cases-look-down', { path: useCases }, { path: [entries, roots] }),
    rule('entries-know-no-root', { path: entries, pathNot: '^engine/cli/' }, { path: roots }),
    rule('every-folder-has-a-floor', { path: '^engine/', pathNot: [language, craft, machinery, useCases, entries, roots, testing] }, {}),
    rule('test-kits-stay-in-testing', { path: product, pathNot: testing }, { path: testing }),
    rule(
      'a-node-knows-no-sibling',
      { path: '^engine/nodes/([^/]+)/' },
      { path: '^engine/nodes/', pathNot: ['^engine/nodes/$1/', '^engine/nodes/_shared/'] },
    ),
    rule('only-the-store-knows-sqlite', { path: '.', pathNot: '^engine/store/' }, { path: '(^|/)node_modules/better-sqlite3/' }),
    rule(
      'electron-uses-the-entry',
      { path: '^electron/' },
      { path: '^engine/', pathNot: ['^engine/index\\.ts$', '^engine/(contract|testing)/'] },
    ),
    rule('renderer-sees-the-language-only', { path: '^renderer/' }, { path: '^(engine|electron)/', pathNot: language }),
    rule('renderer-runs-in-a-browser', { path: '^renderer/' }, { path: electronPackage }),
    rule('renderer-has-no-node', { path: '^renderer/' }, { dependencyTypes: ['core'] }),
    rule(
      'renderer-has-no-schemas',
      { path: '^renderer/' },
      {
        path: ['^engine/contract/(rest/|workflow\\.ts$)', '(^|/)node_modules/typebox/'],
        pathNot: '^engine/contract/rest/constants\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'only-the-adapter-knows-jsplumb',
      { path: '.', pathNot: '^renderer/features/editor/canvas/adapter\\.ts$' },
      { path: '(^|/)node_modules/@jsplumb/' },
    ),
    rule('ui-knows-no-feature', { path: '^renderer/ui/' }, { path: '^renderer/(app|api|features|state|transport)/' }),
    rule('state-knows-no-screen', { path: '^renderer/(api|i18n|lib|state|transport)/' }, { path: '^renderer/(app|features|ui)/' }),
    rule('features-know-no-shell', { path: '^renderer/features/' }, { path: '^renderer/app/' }),
    rule(
      'canvas-knows-no-store',
      { path: '^renderer/features/editor/canvas/' },
      { path: '^renderer/', pathNot: ['^renderer/features/editor/canvas/', '^renderer/(i18n|lib|testing|ui)/'] },
    ),
    rule(
      'features-meet-at-the-index',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/([^/]+)/.+', pathNot: ['^renderer/features/$1/', '^renderer/features/[^/]+/index\\.ts$'] },
    ),
    ...[...editorLayers, ...openNodeLayers]
      .slice(0, -1)
      .map((layer, at, layers) =>
        rule(
          `${layer}-looks-down`,
          { path: `${editor}${layer}/`, pathNot: '/testing/' },
          { path: editor, pathNot: `${editor}(${layers.slice(0, at + 1).join('|')})/` },
        ),
      ),
    rule(
      'layers-of-the-open-node-meet-at-the-index',
      { path: `${editor}([^/]+)/`, pathNot: '/testing/' },
      { path: `${editor}(${openNodeLayers.join('|')})/`, pathNot: [`${editor}$1/`, '/index\\.ts$'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.' },
  },
};
