import { z } from 'zod';
import { graphemesOf } from './graphemes.ts';

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
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const notStorable = 'This text has characters that cannot be stored';

const tooLong = (maxCharacters: number) => `Please keep it within ${maxCharacters.toLocaleString('en')} characters`;

/** Some characters have no looks of their own: they join or turn others. Alone they are an empty place on a screen. */
const hasSomethingToSee = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Trimmed; what cannot be seen is empty. */
const typed = (text: z.ZodString = z.string()) =>
  text.trim().overwrite((text) => (hasSomethingToSee(text) ? text : ''));

/**
 * Signs that turn the direction of what follows, until another ends that: in a line that stands within a sentence they
 * would turn the sentence. What is copied from elsewhere brings them unseen, so that they are dropped and not refused.
 */
const turnsOfDirection = /[\u202A-\u202E\u2066-\u2069]/g;

export const dropTurnsOfDirection = (text: string): string => text.replace(turnsOfDirection, '');

const line = (text: z.ZodString, maxCharacters: number) =>
  typed(text)
    .max(maxCharacters, tooLong(maxCharacters))
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Line breaks and control characters are not allowed here')
    .refine(isStorable, notStorable);

/** A single-line text a person typed: trimmed, without control characters. */
export const singleLine = (maxCharacters: number) => line(z.string().overwrite(dropTurnsOfDirection), maxCharacters);

/** An address a person typed. Nothing is dropped of it: what hides where it leads is refused. */
export const addressLine = (maxCharacters: number) => line(z.string(), maxCharacters);

/** A text of any number of lines that a person typed: trimmed, up to `maxCharacters` UTF-16 units after trimming. */
const lines = (maxCharacters: number) =>
  typed().max(maxCharacters, tooLong(maxCharacters)).refine(isStorable, notStorable);

/** A text that must be there, of one or more lines. */
export const multiLine = (maxCharacters: number) => lines(maxCharacters).min(1, 'Please write something first');

/** What a person sees as one character may be made of many: nobody's family or flag takes more units than this. */
const unitsInCharacter = 20;

const withinSeen = (maxCharacters: number) => (text: string) =>
  text.length <= maxCharacters || graphemesOf(text).length <= maxCharacters;

/** A single-line text of so many characters as a person sees them. */
export const seenLine = (maxCharacters: number) =>
  singleLine(maxCharacters * unitsInCharacter).refine(withinSeen(maxCharacters), tooLong(maxCharacters));

/** A text of any number of lines, of so many characters as a person sees them. */
export const seenText = (maxCharacters: number) =>
  lines(maxCharacters * unitsInCharacter).refine(withinSeen(maxCharacters), tooLong(maxCharacters));

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
