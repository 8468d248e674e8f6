import { cloneDatabase, type Template } from '../../apps/server/test/template-database.ts';

const variable = 'JOURNEYS_TEMPLATE';

/** Passes the template to workers through the environment, which they inherit. */
export const passTemplateToWorkers = (template: Template): void => {
  process.env[variable] = JSON.stringify(template);
};

export const cloneTemplate = (): Promise<string> => cloneDatabase(JSON.parse(process.env[variable] ?? '') as Template);
