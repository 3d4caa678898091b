// The security audit in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';

const categories = ['credentials', 'database', 'nodes', 'filesystem', 'instance'] as const;
export type AuditCategory = (typeof categories)[number];

const sectionSchema = Type.Object({
  title: Type.String(),
  description: Type.String(),
  recommendation: Type.String(),
  /** What the finding is about: credentials, or nodes with their workflows. */
  location: Type.Optional(Type.Array(Type.Record(Type.String(), Type.String()))),
  /** Settings of the instance, by name. */
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const reportSchema = Type.Object({
  risk: Type.Enum(categories),
  sections: Type.Array(sectionSchema),
});

export const auditApi = {
  generate: route({
    method: 'POST',
    path: '/audit',
    access: 'audit:read',
    scope: 'audit:read',
    summary: 'Returns what may put the instance at risk, as one report per category; categories without a finding are left out',
    body: Type.Union([
      Type.Object({
        additionalOptions: Type.Optional(
          Type.Object({
            /** Days without an execution after which a workflow counts as abandoned; default: 90. */
            daysAbandonedWorkflow: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
            categories: Type.Optional(Type.Array(Type.Enum(categories))),
          }),
        ),
      }),
      Type.Null(),
    ]),
    response: Type.Record(Type.String(), reportSchema),
  }),
};

export const auditCategories: readonly AuditCategory[] = categories;
export type AuditSection = Type.Static<typeof sectionSchema>;
export type AuditReports = Type.Static<(typeof auditApi)['generate']['response']>;
