import type { TestProject } from 'vitest/node';
import { startTemplate, type Template } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** Starts one PostgreSQL for the whole run. Test files clone the migrated template database. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...template } = await startTemplate();
  project.provide('template', template);
  return stop;
}
