import { cloneDatabase, type Template } from '../../apps/server/test/template-database.ts';

const environmentVariable = 'JOURNEYS_TEMPLATE';

/** Passes the template to workers through the environment, which they inherit. */
export const passTemplateToWorkers = (template: Template): void => {
  process.env[environmentVariable] = JSON.stringify(template);
};

export const cloneTemplate = (): Promise<string> =>
  cloneDatabase(JSON.parse(process.env[environmentVariable] ?? '') as Template);
