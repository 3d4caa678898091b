// REST calls for the consent of the person at this computer to files and commands of workflows.
import { Type } from 'typebox';
import { route } from './route.ts';

/** `folder`: files in a folder and below it; `command`: one shell command. */
const kindSchema = Type.Union([Type.Literal('folder'), Type.Literal('command')]);

const subject = {
  workflowId: Type.String(),
  workflowName: Type.String(),
  kind: kindSchema,
  /** Absolute path of the folder, or the command. */
  subject: Type.String(),
};

const consentSchema = Type.Object({
  id: Type.String(),
  ...subject,
  /** False if a run requested it while nobody could be asked. */
  isGranted: Type.Boolean(),
  /** ISO 8601. */
  createdAt: Type.String(),
});

/** A question that a node waits for. */
const questionSchema = Type.Object({ id: Type.String(), ...subject, node: Type.String() });

const id = Type.Object({ id: Type.String() });

export const consentRoutes = {
  list: route({
    method: 'GET',
    path: '/consents',
    access: 'consent:manage',
    summary: 'Lists what workflows may use, what they wanted to use, and the questions that nodes wait for',
    response: Type.Object({ consents: Type.Array(consentSchema), questions: Type.Array(questionSchema) }),
  }),
  decide: route({
    method: 'POST',
    path: '/consents/questions/:id',
    access: 'consent:manage',
    summary: 'Answers a question: for this execution, for all executions of the workflow, or no',
    params: id,
    body: Type.Object({ answer: Type.Union([Type.Literal('once'), Type.Literal('always'), Type.Literal('refuse')]) }),
    response: Type.Literal(true),
  }),
  grant: route({
    method: 'POST',
    path: '/consents/:id/grant',
    access: 'consent:manage',
    summary: 'Allows what a run wanted to use',
    params: id,
    response: Type.Literal(true),
  }),
  remove: route({
    method: 'DELETE',
    path: '/consents/:id',
    access: 'consent:manage',
    summary: 'Revokes a consent, or dismisses what a run wanted',
    params: id,
    response: Type.Literal(true),
  }),
};

export type ConsentKind = Type.Static<typeof kindSchema>;
export type Consent = Type.Static<typeof consentSchema>;
export type ConsentQuestion = Type.Static<typeof questionSchema>;
export type ConsentDecision = 'once' | 'always' | 'refuse';
