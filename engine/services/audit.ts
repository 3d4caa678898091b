// The security audit: what may put the instance at risk, by category. It reads the workflows and the settings, and runs nothing.
import { auditCategories, type AuditCategory, type AuditReports, type AuditSection } from '../contract/public-api/audit.ts';
import { isExpression } from '../contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import type { NodeRegistry } from '../registry/index.ts';
import type { CredentialRepository, WorkflowRepository } from '../store/index.ts';

const DAY = 86_400_000;
const DEFAULT_DAYS = 90;

export interface AuditPorts {
  readonly workflows: Pick<WorkflowRepository, 'list' | 'get' | 'activity'>;
  readonly credentials: Pick<CredentialRepository, 'list'>;
  readonly registry: Pick<NodeRegistry, 'packageOf'>;
  /** Settings that widen what workflows or callers may do, by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface AuditOptions {
  readonly daysAbandonedWorkflow?: number | undefined;
  readonly categories?: readonly AuditCategory[] | undefined;
}

interface AuditedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly nodes: readonly WorkflowNode[];
  /** Milliseconds since the epoch; undefined if no execution is stored. */
  readonly lastRun: number | undefined;
}

/** What the categories are examined with. */
interface Examined {
  readonly workflows: readonly AuditedWorkflow[];
  readonly credentials: readonly { readonly id: string; readonly name: string }[];
  /** Start of the time in which a workflow must have run. */
  readonly recent: number;
  readonly ports: AuditPorts;
}

const titles: Readonly<Record<AuditCategory, string>> = {
  credentials: 'Credentials Risk Report',
  database: 'Database Risk Report',
  filesystem: 'Filesystem Risk Report',
  nodes: 'Nodes Risk Report',
  instance: 'Instance Risk Report',
};

const examinations: Readonly<Record<AuditCategory, (examined: Examined) => readonly AuditSection[]>> = {
  credentials: examineCredentials,
  database: examineDatabases,
  filesystem: ({ workflows }) => [
    ...nodeSection(workflows, ({ type }) => fileNodes.has(baseName(type)), {
      title: 'Nodes that interact with the filesystem',
      description: 'These nodes read or change files of the computer that the instance runs on.',
      recommendation: 'Check that each of them needs the files that it may reach, and remove those that are not used.',
    }),
  ],
  nodes: examineNodes,
  instance: examineInstance,
};

/** Returns a report for each category that has a finding. */
export async function audit(ports: AuditPorts, { daysAbandonedWorkflow = DEFAULT_DAYS, categories }: AuditOptions): Promise<AuditReports> {
  const examined: Examined = {
    workflows: await auditedWorkflows(ports),
    credentials: await ports.credentials.list(),
    recent: ports.now() - daysAbandonedWorkflow * DAY,
    ports,
  };
  const reports: AuditReports = {};
  for (const risk of auditCategories) {
    if (categories?.includes(risk) === false) continue;
    const sections = examinations[risk](examined);
    if (sections.length > 0) reports[titles[risk]] = { risk, sections: [...sections] };
  }
  return reports;
}

async function auditedWorkflows({ workflows }: AuditPorts): Promise<readonly AuditedWorkflow[]> {
  const activity = await workflows.activity();
  const audited: AuditedWorkflow[] = [];
  for (const { id, name, active } of await workflows.list()) {
    // It may have been deleted in the meantime.
    const file: WorkflowFile | undefined = await workflows.get(id);
    if (file === undefined) continue;
    const nodes = file.nodes.filter(({ disabled }) => disabled !== true);
    audited.push({ id, name, active, nodes, lastRun: activity.get(id)?.lastRun?.startedAt });
  }
  return audited;
}

function examineCredentials({ workflows, credentials, recent }: Examined): readonly AuditSection[] {
  const unused = (among: readonly AuditedWorkflow[]): AuditSection['location'] => {
    const used = new Set(
      among.flatMap(({ nodes }) =>
        nodes.flatMap(({ credentials: own = {} }) =>
          Object.values(own).map((reference) => (typeof reference === 'string' ? undefined : reference.id)),
        ),
      ),
    );
    return credentials.filter(({ id }) => !used.has(id)).map(({ id, name }) => ({ kind: 'credential', id, name }));
  };
  return [
    section(unused(workflows), {
      title: 'Credentials not used in any workflow',
      description: 'No workflow uses these credentials.',
      recommendation: 'Delete them if they are no longer needed.',
    }),
    section(unused(workflows.filter(({ active }) => active)), {
      title: 'Credentials not used in any active workflow',
      description: 'No active workflow uses these credentials.',
      recommendation: 'Delete them if they are no longer needed.',
    }),
    section(unused(workflows.filter(({ lastRun }) => lastRun !== undefined && lastRun >= recent)), {
      title: 'Credentials not used in recently executed workflows',
      description: 'No workflow that ran lately uses these credentials.',
      recommendation: 'Check whether the workflows that use them are abandoned, and delete what is no longer needed.',
    }),
  ].flat();
}

const databaseNodes = new Set([
  'mySql', 'postgres', 'microsoftSql', 'crateDb', 'timescaleDb', 'questDb', 'snowflake', 'oracleDatabase',
]); // oxfmt-ignore

function examineDatabases({ workflows }: Examined): readonly AuditSection[] {
  const isQuery = ({ type, parameters }: WorkflowNode): boolean =>
    databaseNodes.has(baseName(type)) && parameters['operation'] === 'executeQuery';
  return [
    ...nodeSection(workflows, (node) => isQuery(node) && isExpression(node.parameters['query']), {
      title: 'Expressions in "Execute Query" fields in SQL nodes',
      description: 'Values that an expression inserts into a query become part of the SQL, also if they come from outside.',
      recommendation: 'Write the query as fixed text, and pass the values as query parameters.',
    }),
    ...nodeSection(workflows, (node) => isQuery(node) && !hasQueryParameters(node), {
      title: 'Unused "Query Parameters" fields in SQL nodes',
      description: 'These nodes run a query without query parameters.',
      recommendation: 'If the query contains values, pass them as query parameters.',
    }),
  ];
}

/** Their name and place differ between nodes and versions. */
const hasQueryParameters = ({ parameters }: WorkflowNode): boolean =>
  [parameters, parameters['options'], parameters['additionalFields']].some((fields) => {
    const { queryParams, queryReplacement } = (fields ?? {}) as { queryParams?: unknown; queryReplacement?: unknown };
    return [queryParams, queryReplacement].some((value) => value !== undefined && value !== '');
  });

const fileNodes = new Set([
  'readBinaryFile', 'readBinaryFiles', 'readPDF', 'readWriteFile', 'writeBinaryFile', 'localFileTrigger', 'git',
]); // oxfmt-ignore
const riskyNodes = new Set([
  'code',
  'executeCommand',
  'function',
  'functionItem',
  'httpRequest',
  'httpRequestTool',
  'ssh',
  'toolCode',
  'toolHttpRequest',
]);

function examineNodes({ workflows, ports: { registry } }: Examined): readonly AuditSection[] {
  return [
    ...nodeSection(workflows, ({ type }) => riskyNodes.has(baseName(type)), {
      title: 'Official risky nodes',
      description: 'These nodes run code or commands, or send requests to any address.',
      recommendation: 'Check what each of them does, and where its input comes from.',
    }),
    ...nodeSection(workflows, ({ type }) => registry.packageOf(type) !== undefined, {
      title: 'Community nodes',
      description: 'The code of these nodes comes from packages of others.',
      recommendation: 'Check that you trust the authors of the packages.',
    }),
  ];
}

function examineInstance({ workflows, ports: { settings } }: Examined): readonly AuditSection[] {
  const active = workflows.filter((workflow) => workflow.active);
  const isOpen = ({ type, parameters }: WorkflowNode): boolean =>
    baseName(type) === 'webhook' && (parameters['authentication'] ?? 'none') === 'none';
  const widened = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return [
    ...nodeSection(active, isOpen, {
      title: 'Unprotected webhooks in instance',
      description: 'Everybody who knows the address can call these webhooks of active workflows.',
      recommendation: 'Choose an authentication in the node, or check the call in the workflow.',
    }),
    {
      title: 'Security settings',
      description: 'These settings determine what workflows and callers may do.',
      recommendation: 'Switch off what you do not need.',
      settings: widened,
    },
  ];
}

type Finding = Pick<AuditSection, 'title' | 'description' | 'recommendation'>;

function nodeSection(
  workflows: readonly AuditedWorkflow[],
  isFound: (node: WorkflowNode) => boolean,
  finding: Finding,
): readonly AuditSection[] {
  const location = workflows.flatMap(({ id: workflowId, name: workflowName, nodes }) =>
    nodes
      .filter(isFound)
      .map(({ id, name, type }) => ({ kind: 'node', workflowId, workflowName, nodeId: id ?? '', nodeName: name, nodeType: type })),
  );
  return section(location, finding);
}

const section = (location: AuditSection['location'] = [], finding: Finding): readonly AuditSection[] =>
  location.length === 0 ? [] : [{ ...finding, location }];

/** Returns the name of a type without its package, such as `webhook`. */
const baseName = (type: string): string => type.slice(type.lastIndexOf('.') + 1);
