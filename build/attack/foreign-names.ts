// A member looks for names and ids of the owner's workflows in all responses, and in the errors of conflicts with them.
import { Tally, type Attack } from './attack.ts';
import { activate, fan, lastExecution } from './runs.ts';

const MARK = 'Plan-nobody-may-know';

export const foreignNames: Attack = {
  area: 'Names of others',
  run: async (target) => {
    const tally = new Tally();
    const { owner, member, other, routes, url } = target;
    const called = fan('called-by-others', []) as { nodes: object[]; connections: object };
    const start = {
      id: 's',
      name: 'Called',
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1,
      position: [0, 200],
      parameters: {},
    };
    const open = { ...called, nodes: [...called.nodes, start], settings: { callerPolicy: 'any', saveDataSuccessExecution: 'all' } };
    const calledId = await activate(member, open);
    const call = { type: 'executeWorkflow', typeVersion: 1.2, parameters: { workflowId: { __rl: true, mode: 'id', value: calledId } } };
    const secret = { ...fan('path-of-the-owner', [call]), name: MARK };
    const secretId = await activate(owner, secret);
    await fetch(`${url}webhook/path-of-the-owner`, { method: 'POST' });
    await lastExecution(owner, secretId);
    await lastExecution(member, calledId);
    const parts = [MARK, secretId];
    for (const person of [member, other]) {
      const check = async (method: string, path: string, body?: unknown): Promise<void> => {
        const request = { method, path: `/rest/${path}`, ...(body === undefined ? {} : { body }) };
        const { text } = await person.send(request);
        const leakedPart = parts.find(
          (part) => text.includes(part) && !request.path.includes(part) && !JSON.stringify(body ?? '').includes(part),
        );
        tally.check(leakedPart === undefined, `A member read "${leakedPart}": ${text.slice(0, 200)}`, target.curl(request));
      };
      for (const { path } of routes.filter((route) => route.method === 'GET' && !/[{*]|^\/push/.test(route.path)))
        await check('GET', path.slice(1));
      const filter = encodeURIComponent(JSON.stringify({ workflowId: calledId }));
      await check('GET', `executions?filter=${filter}`);
      for (const name of [MARK, MARK.slice(0, -1), MARK.toLowerCase()]) {
        const request = { path: `/rest/workflows/new?name=${name}` };
        const { json } = await person.send(request);
        tally.check(
          (json?.data as { name?: string } | undefined)?.name === name,
          'A number tells that another user has the name',
          target.curl(request),
        );
        const workflow = await person.data<{ id: string; name: string }>('POST', 'workflows', { name, nodes: [], connections: {} });
        tally.check(workflow.name === name, 'A number tells that another user has the name', `POST /rest/workflows ${name}`);
        await person.data('DELETE', `workflows/${workflow.id}`);
      }
      for (const path of ['path-of-the-owner', '/path-of-the-owner/', 'path-of-the-owner//']) {
        const workflow = fan(path, []);
        await check('POST', 'workflows', { ...workflow, active: true });
        const { id } = await person.data<{ id: string }>('POST', 'workflows', workflow);
        await check('PATCH', `workflows/${id}`, { active: true });
        await check('GET', `active/error/${id}`);
        await check('POST', 'workflows/run', { workflowData: { ...workflow, id } });
      }
    }
    return tally;
  },
};
