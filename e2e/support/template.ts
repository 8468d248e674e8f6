import { cloneDatabase, type Template } from '../../apps/server/test/template-database.ts';

const variable = 'JOURNEYS_TEMPLATE';

/** Workers are processes, which get the environment of the one that set the run up. */
export const passTemplateOn = (template: Template): void => {
  process.env[variable] = JSON.stringify(template);
};

export const cloneTemplate = (): Promise<string> => cloneDatabase(JSON.parse(process.env[variable] ?? '') as Template);
