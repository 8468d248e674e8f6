import { z } from 'zod';
import {
  fieldWithDefault,
  httpsRequired,
  isHttpsAddress,
  multiLine,
  pageQuery,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';
import { crisisLimits, crisisSources, editedNames, textLimits, textNames, textsErrors, textsPaths } from './texts.ts';

const line = singleLine(crisisLimits.lineCharacters).min(1, 'Please fill this in');
const isoDate = z.iso.date('Please enter a date');
/** A phone number with spaces, hyphens and brackets between the digits. */
const phoneNumber = singleLine(30).regex(/^\+?[\d ()-]*\d[\d ()-]*$/, 'Please enter a phone number');
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code');

/** A crisis line, as the crisis page shows it. */
export const crisisLine = z.object({
  name: z.string(),
  call: z.string().optional(),
  text: z.object({ to: z.string(), word: z.string().optional() }).optional(),
  chatUrl: z.string().optional(),
  hours: z.string(),
  languages: z.string(),
  source: z.object({ name: z.string(), url: z.string(), basis: z.enum(crisisSources), checkedOn: z.string() }),
});
export type CrisisLine = z.infer<typeof crisisLine>;

const crisisCountryFields = { code: countryCode, name: z.string(), emergencyNumber: z.string() };
export const crisisCountry = z
  .object({ ...crisisCountryFields, lines: z.array(crisisLine).readonly() })
  .meta({ id: 'CrisisCountry' });
export type CrisisCountry = z.infer<typeof crisisCountry>;

/** A line that an admin adds. All fields are required, so that each number on the crisis page has a source. */
export const addedCrisisLine = z.strictObject({
  name: line,
  call: phoneNumber,
  hours: line,
  languages: line,
  sourceUrl: singleLine(2000).refine(isHttpsAddress, httpsRequired),
  checkedOn: isoDate.refine((date) => Date.parse(date) <= Date.now() + 24 * 60 * 60 * 1000, {
    error: 'Please enter the day on which you checked the number',
  }),
});
export type AddedCrisisLine = z.infer<typeof addedCrisisLine>;

/** The form for a line. `emergencyNumber`: for a country that has no lines yet. */
export const crisisLineInput = addedCrisisLine.extend({
  code: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country'),
  emergencyNumber: phoneNumber.or(z.literal('')),
});
export type CrisisLineInput = z.infer<typeof crisisLineInput>;

/** The lines of a country in their order. A shipped line is named, so that it follows the updates of the product. */
const crisisEntry = z.union([
  z.strictObject({ shipped: z.string().min(1).max(200), isHidden: z.boolean() }),
  z.strictObject({ added: addedCrisisLine, isHidden: z.boolean() }),
]);
export type CrisisEntry = z.infer<typeof crisisEntry>;

export const crisisChange = z.strictObject({
  code: countryCode,
  /** For a country that the product does not ship. */
  emergencyNumber: phoneNumber.optional(),
  entries: z.array(crisisEntry).max(crisisLimits.linesPerCountry),
});
export type CrisisChange = z.infer<typeof crisisChange>;

export const crisisChanges = z
  .array(crisisChange)
  .max(crisisLimits.countries)
  .refine((changes) => new Set(changes.map(({ code }) => code)).size === changes.length, 'A country appears twice');

const html = z.string().describe('HTML that the server rendered. It has no scripts, pictures or HTML of the author.');
/** Null while the shipped text is in use. A change names the revision that it is based on. */
const revision = z.int().min(1).nullable();
const nameParams = z.strictObject({ name: z.enum(textNames) });

/** Markdown. The limit of the bytes is checked by the service, because it depends on the encoding. */
const markdown = multiLine(textLimits.bytes);

const textSummary = z
  .object({
    name: z.enum(editedNames),
    isShipped: z.boolean(),
    publishedAt: timestamp.nullable(),
    /** Null for a shipped text and for an admin who left. */
    publishedBy: memberSummary.nullable(),
  })
  .meta({ id: 'TextSummary' });
export type TextSummary = z.infer<typeof textSummary>;

export const listTexts = endpoint({
  ...textsPaths.listTexts,
  summary: 'List the texts that admins can edit',
  replies: { 200: z.array(textSummary) },
});

export const editedText = z
  .object({
    name: z.enum(textNames),
    content: z.string(),
    shipped: z.string(),
    isShipped: z.boolean(),
    revision,
  })
  .meta({ id: 'EditedText' });
export type EditedText = z.infer<typeof editedText>;

export const getEditedText = endpoint({
  ...textsPaths.getEditedText,
  summary: 'Get the Markdown of a text, for editing',
  params: nameParams,
  replies: { 200: editedText },
});

export const publishText = endpoint({
  ...textsPaths.publishText,
  summary: 'Publish a new version of a text; null restores the shipped text',
  params: nameParams,
  body: z.strictObject({
    revision,
    content: markdown.nullable(),
    /** Only for the guidelines: members accept this version before they write again. */
    asksMembers: fieldWithDefault(z.boolean(), false),
  }),
  replies: { 200: editedText },
  errors: textsErrors,
});

export const previewText = endpoint({
  ...textsPaths.previewText,
  summary: 'Render Markdown as the page will show it',
  body: z.strictObject({ content: markdown }),
  replies: { 200: z.object({ html }) },
  errors: textsErrors,
});

const textVersion = z
  .object({
    revision: z.int(),
    publishedAt: timestamp,
    publishedBy: memberSummary.nullable(),
    isShipped: z.boolean(),
    /** The version of the guidelines that members were asked to accept. Null if they were not asked. */
    guidelinesVersion: z.int().nullable(),
  })
  .meta({ id: 'TextVersion' });
export type TextVersion = z.infer<typeof textVersion>;

export const listTextVersions = endpoint({
  ...textsPaths.listTextVersions,
  summary: 'List the published versions of a text, latest first',
  params: z.strictObject({ name: z.enum(editedNames) }),
  query: pageQuery,
  replies: { 200: z.array(textVersion) },
  paged: true,
});

export const getTextVersion = endpoint({
  ...textsPaths.getTextVersion,
  summary: 'Get one published version of a text',
  params: z.strictObject({ name: z.enum(editedNames), revision: z.coerce.number().int().min(1).max(2_147_483_647) }),
  replies: {
    200: z.object({
      /** The Markdown; null for crisis lines. */
      content: z.string().nullable(),
      html: html.nullable(),
      /** Null for texts. */
      changes: z.array(crisisChange).nullable(),
    }),
  },
});

/** A country with the shipped and the added lines, hidden ones included. */
export const editedCrisisCountry = z.object({
  ...crisisCountryFields,
  isShipped: z.boolean(),
  /** Whether an admin has hidden, moved or added a line. */
  isChanged: z.boolean(),
  entries: z.array(
    z.object({
      line: crisisLine,
      isHidden: z.boolean(),
      /** The fields of a line that an admin added; null for a shipped line. */
      added: addedCrisisLine.nullable(),
    }),
  ),
});
export type EditedCrisisCountry = z.infer<typeof editedCrisisCountry>;

const editedCrisisLines = z
  .object({ revision, countries: z.array(editedCrisisCountry) })
  .meta({ id: 'EditedCrisisLines' });
export type EditedCrisisLines = z.infer<typeof editedCrisisLines>;

export const getEditedCrisisLines = endpoint({
  ...textsPaths.getEditedCrisisLines,
  summary: 'Get the crisis lines with hidden ones, for editing',
  replies: { 200: editedCrisisLines },
});

export const publishCrisisLines = endpoint({
  ...textsPaths.publishCrisisLines,
  summary: 'Hide, reorder and add crisis lines; null restores the shipped lines',
  body: z.strictObject({ revision, countries: crisisChanges.nullable() }),
  replies: { 200: editedCrisisLines },
  errors: textsErrors,
});

export const getText = endpoint({
  ...textsPaths.getText,
  summary: 'Get a text of the community as HTML',
  params: nameParams,
  replies: { 200: z.object({ name: z.enum(textNames), html, publishedAt: timestamp.nullable() }) },
});

export const listCrisisLines = endpoint({
  ...textsPaths.listCrisisLines,
  summary: 'List the crisis lines by country',
  replies: { 200: z.array(crisisCountry) },
});
