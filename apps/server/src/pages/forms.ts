import type { Endpoint } from '@commons/contract/endpoint';
import type { PostedForm } from '@commons/contract/plain-pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AppError } from '../platform/errors.ts';
import { refuse, sendProblem } from '../platform/http/errors.ts';
import type { Limit } from '../platform/rate-limits/rate-limits.ts';
import { parseForm } from './parse-form.ts';
import { renderForReader, sendPrivatePage } from './send-page.ts';

type Typed = Record<string, string>;

/** Whether a rejected form shows the entered value again. Passwords are secret. */
type Fields = Record<string, 'shown' | 'secret'>;

type EndpointWithBody = Endpoint & { body: z.ZodType };

type FormRules = {
  access: 'public';
  limits: readonly Limit[];
  fields: Fields;
  /**
   * Accepts a body of any type and ignores it. Mail programs post one-click unsubscribe forms in different encodings
   * (RFC 8058, section 3.1); the address contains everything needed.
   */
  takesAnyForm?: true;
  /** Converts the form fields into the call's input. Browsers send only text, and only checked checkboxes. */
  toInput?: (typed: Typed, query: Partial<Typed>) => unknown;
};

type FormHandler<Body> = (input: {
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<{ redirectTo: string } | { shown: Typed } | 'done'>;

/**
 * Handles an HTML form at the page's own path, so that the page works without JavaScript or before it has loaded. The
 * form passes the same checks and the same schema as the API call. On success the browser is redirected, or the page
 * confirms, with the values that the handler adds. On an error the page is sent again with the entered values and the messages. Clients that do not accept
 * HTML get problem details.
 */
export function form<const Definition extends EndpointWithBody>(
  app: FastifyInstance,
  path: string,
  definition: Definition,
  rules: FormRules,
  handler: FormHandler<z.output<Definition['body']>>,
): void {
  const { access, limits, fields, takesAnyForm = false, toInput = (typed) => typed } = rules;
  /** Renders the page with the form's result. Undefined if no web build exists or the client does not accept HTML. */
  async function render(
    request: FastifyRequest,
    reply: FastifyReply,
    posted: Omit<PostedForm, 'values'>,
    shown: Typed = {},
  ) {
    if (!request.headers.accept?.includes('text/html')) return undefined;
    const search = /\?.*$/s.exec(request.url)?.[0] ?? '';
    return renderForReader(request, reply, {
      path,
      search,
      posted: { ...posted, values: { ...valuesToShow(fieldsIn(request), fields), ...shown } },
    });
  }

  // A separate scope: other routes do not parse forms, which another site could send.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      // Browsers send a line break as CRLF. Length limits count it as one character.
      done(null, Object.fromEntries(new URLSearchParams(String(text).replaceAll(/%0D%0A/gi, '%0A')))),
    );
    if (takesAnyForm) scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _text, done) => done(null, {}));
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const refusal = refuse(request, reply, error);
      const page = await render(request, reply, { ...errorsForPage(refusal, fields), isDone: false });
      return page ? sendPrivatePage(reply, page.html, page.policy) : sendProblem(request, reply, refusal);
    });
    scope.post(path, { config: { access, limits }, schema: { hide: true } }, async (request, reply) => {
      const body = parseForm(definition.body, toInput(fieldsIn(request), request.query as Partial<Typed>));
      const next = await handler({ body: body as z.output<Definition['body']>, request, reply });
      if (next !== 'done' && 'redirectTo' in next)
        return reply.header('cache-control', 'no-store').redirect(next.redirectTo, 303);
      const page = await render(
        request,
        reply,
        { errors: {}, failure: null, isDone: true },
        next === 'done' ? {} : next.shown,
      );
      return page ? sendPrivatePage(reply, page.html, page.policy) : reply.status(204).send();
    });
  });
}

/** The form fields; empty if the form was rejected before it was parsed. */
const fieldsIn = (request: FastifyRequest): Typed => (request.body ?? {}) as Typed;

const valuesToShow = (typed: Typed, fields: Fields): Typed =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => Object.hasOwn(fields, name))
      .map(([name, value]) => [name, fields[name] === 'secret' ? '' : value]),
  );

/** Returns the errors for the fields of the form. If there are none, returns the failure to show above the form. */
function errorsForPage(
  { code, definition, errors = [] }: AppError,
  fields: Fields,
): Pick<PostedForm, 'errors' | 'failure'> {
  const ofFields: Typed = {};
  // Only the first error of a field is shown.
  for (const { path, message } of errors) if (Object.hasOwn(fields, path)) ofFields[path] ??= message;
  const isAboutFields = Object.keys(ofFields).length > 0;
  return { errors: ofFields, failure: isAboutFields ? null : { code, detail: definition.detail } };
}
