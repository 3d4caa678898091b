// Where texts of markup and programming languages are split: at headings or declarations first, then at paragraphs, lines and words.

const rest = ['\n\n', '\n', ' ', ''];

/** Returns separators for words that begin a line. */
const lines = (...words: readonly string[]): readonly string[] => words.map((word) => `\n${word} `);

const control = lines('if', 'for', 'while', 'switch', 'case');

const before = {
  cpp: [...lines('class', 'struct', 'namespace', 'void', 'int', 'float', 'double'), ...control],
  go: [...lines('func', 'var', 'const', 'type'), ...lines('if', 'for', 'switch', 'case')],
  java: [...lines('class', 'interface', 'enum', 'public', 'protected', 'private', 'static'), ...control],
  js: [...lines('export', 'class', 'function', 'const', 'let', 'var'), ...control, '\ndefault '],
  php: [...lines('namespace', 'class', 'interface', 'trait', 'function'), '\nforeach ', ...control, '\ndo '],
  proto: lines('message', 'service', 'enum', 'option', 'import', 'syntax'),
  python: ['\nclass ', '\ndef ', '\nasync def ', '\n\tdef ', '\n    def '],
  rst: ['\n===\n', '\n---\n', '\n***\n', '\n.. '],
  ruby: [...lines('module', 'class', 'def'), ...lines('if', 'unless', 'while', 'for', 'do', 'begin', 'rescue')],
  rust: [...lines('mod', 'impl', 'trait', 'struct', 'enum', 'pub', 'fn', 'const', 'let'), ...lines('if', 'while', 'for', 'loop', 'match')],
  scala: [...lines('object', 'class', 'trait', 'def', 'val', 'var'), ...lines('if', 'for', 'while', 'match', 'case')],
  swift: [...lines('extension', 'class', 'struct', 'enum', 'protocol', 'func'), ...control, '\ndo '],
  markdown: ['\n# ', '\n## ', '\n### ', '\n#### ', '\n##### ', '\n###### ', '```\n\n', '\n\n***\n\n', '\n\n---\n\n', '\n\n___\n\n'],
  latex: 'chapter section subsection subsubsection'
    .split(' ')
    .map((command) => `\n\\${command}{`)
    .concat('enumerate itemize description list quote quotation verse verbatim align'.split(' ').map((name) => `\n\\begin{${name}}`)),
  html: 'body div p br li h1 h2 h3 h4 h5 h6 span table tr td th ul ol header footer nav head style script meta title'
    .split(' ')
    .map((tag) => `<${tag}`),
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Language = keyof typeof before;

export const languages = Object.keys(before) as readonly Language[];

/** Returns the separators of a language, the best first; undefined if it is unknown. */
export const separatorsOf = (language: string): readonly string[] | undefined =>
  Object.hasOwn(before, language) ? [...before[language as Language], ...rest] : undefined;
