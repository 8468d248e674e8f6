import { defineErrors } from './problem.ts';

/** Texts in Markdown that admins can edit, with their titles. */
export const textTitles = {
  guidelines: 'Community guidelines',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
  welcome: 'Welcome text',
} as const;
export type TextName = keyof typeof textTitles;
export const textNames = Object.keys(textTitles) as [TextName, ...TextName[]];

/** Everything that has a history: the texts and the crisis lines. */
export const editedTitles = { ...textTitles, 'crisis-lines': 'Crisis lines' } as const;
export type EditedName = keyof typeof editedTitles;
export const editedNames = Object.keys(editedTitles) as [EditedName, ...EditedName[]];

/** `nestedBlocks`: quotes and lists inside each other on one line. */
export const textLimits = { bytes: 100_000, nestedBlocks: 8 } as const;

export const crisisLimits = { lineCharacters: 120, linesPerCountry: 40, countries: 250 } as const;

/** How the source of a number is known: a page of the line or its operator, or of a public authority, or an admin. */
export const crisisSources = ['own page', 'authority page', 'added by this community'] as const;

export const textsErrors = defineErrors({
  'texts.changed_meanwhile': {
    status: 409,
    title: 'Somebody else changed this text',
    detail: 'Another admin published a version after you opened this one. Nothing was published.',
  },
  'texts.too_long': {
    status: 400,
    path: 'content',
    title: 'This text is too long',
    detail: 'A text can have up to 100 kB. Nothing was published.',
  },
  'texts.too_nested': {
    status: 400,
    path: 'content',
    title: 'Too many quotes or lists inside each other',
    detail: 'Please use fewer quotes or lists inside each other. Nothing was published.',
  },
  'texts.emergency_number_missing': {
    status: 400,
    path: 'countries',
    title: 'An emergency number is missing',
    detail: 'Please enter the emergency number of each country that you add. Nothing was published.',
  },
});

export const textsPaths = {
  listTexts: { method: 'GET', path: '/api/admin/texts' },
  getEditedText: { method: 'GET', path: '/api/admin/texts/{name}' },
  publishText: { method: 'PUT', path: '/api/admin/texts/{name}' },
  previewText: { method: 'POST', path: '/api/admin/texts/preview' },
  listTextVersions: { method: 'GET', path: '/api/admin/texts/{name}/versions' },
  getTextVersion: { method: 'GET', path: '/api/admin/texts/{name}/versions/{revision}' },
  getEditedCrisisLines: { method: 'GET', path: '/api/admin/crisis-lines' },
  publishCrisisLines: { method: 'PUT', path: '/api/admin/crisis-lines' },
  getText: { method: 'GET', path: '/api/texts/{name}' },
  listCrisisLines: { method: 'GET', path: '/api/crisis-lines' },
} as const;
