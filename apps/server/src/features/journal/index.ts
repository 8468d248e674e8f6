import type { Feature } from '../../platform/feature.ts';
import { entryRoutes, promptRoutes } from './journal.routes.ts';
import { promptsSearched } from './journal.search.ts';
import { personalData } from './journal.tables.ts';
import { promptsCsvTable } from './prompts.csv.ts';
import { starterCategories, starterPrompts } from './starter-prompts.ts';

export const journal: Feature = {
  name: 'journal',
  open(server, kit) {
    promptRoutes(server, kit);
    entryRoutes(server, kit);
  },
  searched: [promptsSearched],
  csvTables: [promptsCsvTable],
  starterContent: [starterCategories, starterPrompts],
  personalData,
};
