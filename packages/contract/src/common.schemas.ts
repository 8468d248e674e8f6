import { z } from 'zod';
import { cleanLine, cleanText, countCharacters, isBlank, maxCodePointsPerGrapheme } from './text.ts';

/**
 * Ids are UUID v7 made by the application: sortable by time, unguessable enough to show, no sequence needed.
 * They are compared as text in many places, so that a client's capital letters are taken off at the door.
 */
export const id = z.uuid().toLowerCase();

/** ISO 8601, UTC, with milliseconds and `Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Keyset pagination: `limit` 1 to 100 (20 unless told), `cursor` opaque, from the `Link` header of the page before. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

export const idParams = z.strictObject({ id });

/** NUL is refused because PostgreSQL cannot store it, lone surrogates because UTF-8 cannot. */
const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);
const notStorable = 'This text has characters that cannot be stored';

const tooLong = (maxCharacters: number) => `Please keep it within ${maxCharacters.toLocaleString('en')} characters`;

// Zod's `max` counts code points, as `maxLength` of JSON Schema does.
const line = (text: z.ZodString, maxCharacters: number) =>
  text
    .max(maxCharacters, tooLong(maxCharacters))
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Line breaks and control characters are not allowed here')
    .refine(isStorable, notStorable);

/** A single-line text that a person typed, without control characters: see `cleanLine`. */
export const singleLine = (maxCharacters: number) => line(z.string().overwrite(cleanLine), maxCharacters);

/** An address that a person typed. Nothing inside it is removed: characters that hide its target are refused. */
export const addressLine = (maxCharacters: number) =>
  line(
    z
      .string()
      .trim()
      .overwrite((text) => (isBlank(text) ? '' : text)),
    maxCharacters,
  );

/** A text of any number of lines that a person typed and may leave empty: see `cleanText`. */
export const lines = (maxCharacters: number) =>
  z.string().overwrite(cleanText).max(maxCharacters, tooLong(maxCharacters)).refine(isStorable, notStorable);

/** A text that must be there, of one or more lines. */
export const multiLine = (maxCharacters: number) => lines(maxCharacters).min(1, 'Please write something first');

const fits = (maxCharacters: number) => (text: string) => countCharacters(text, 'graphemes') <= maxCharacters;

/** A single-line text whose limit counts grapheme clusters. */
export const seenLine = (maxCharacters: number) =>
  singleLine(maxCharacters * maxCodePointsPerGrapheme).refine(fits(maxCharacters), tooLong(maxCharacters));

/** A text of any number of lines whose limit counts grapheme clusters. */
export const seenText = (maxCharacters: number) =>
  lines(maxCharacters * maxCodePointsPerGrapheme).refine(fits(maxCharacters), tooLong(maxCharacters));

const emptyToNull = (text: string): string | null => (text === '' ? null : text);

/** A single line that may be left empty; an empty one becomes null. */
export const optionalLine = (maxCharacters: number) => singleLine(maxCharacters).transform(emptyToNull);

/** A text of any number of lines that may be left empty; an empty one becomes null. */
export const optionalText = (maxCharacters: number) => lines(maxCharacters).transform(emptyToNull);

const webUrl = z.url({ protocol: /^https?$/ });

/** An address on the web, by http or https. What stands before the path is a host, and no name or password. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(text) && webUrl.safeParse(text).success;

export const isHttpsAddress = (text: string): boolean => /^https:/i.test(text) && isWebAddress(text);

export const notHttps = { error: 'Please enter an address that begins with https://' };

/** A link that may be left empty, which is null: to a page by http or https. */
export const optionalLink = (maxCharacters: number) =>
  addressLine(maxCharacters)
    .refine(
      (text) => text === '' || isWebAddress(text),
      'Please enter a web address that begins with https:// or http://',
    )
    .transform(emptyToNull);

/** A field that a form may leave out or send as null. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

/** A field with a default, which a form may leave out or send as null. */
export const fieldWithDefault = <Value extends boolean | number | string>(schema: z.ZodType<Value>, value: Value) =>
  schema.nullish().transform((given) => given ?? value);

/** Emails are compared trimmed and case-insensitively, so they are stored lower-case. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address'));

/** Of a gate, as it was typed: one of the codes is compared exactly. */
export const accessCode = z.string().min(1, 'Please enter the access code').max(200);

/** The name of a time zone as browsers give it, "Europe/Berlin"; no offset, whose sign means different things to many. */
export const timeZone = z
  .string()
  .refine((name) => /^[A-Za-z][\w/+-]{0,63}$/.test(name) && isTimeZone(name), 'is not the name of a time zone');

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
