import { mailPreviewFile } from '@commons/contract/mails';
import * as contract from '@commons/contract/mails/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { platformError } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { followMailBrand } from '../../platform/mail/mail-brand.ts';
import { renderPreview } from '../../platform/mail/mail-renderer.ts';
import { mailContextOf } from '../../platform/mail/mail-template.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { sendTestMail, testMail } from './test-mail.ts';

/** A preview runs nothing and loads nothing: its styles and picture are part of it. Only our own pages frame it. */
const previewPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** The recipient of samples. */
const sampleAddress = 'ana@example.org';

function mailsRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { settings, publicUrl, media, features } = context;
  const templates = features.flatMap(({ mails = [] }) => mails);
  const getBrand = followMailBrand({ settings, publicUrl, readUpload: media.read });

  route(app, contract.listMailPreviews, { access: 'admin' }, async () => {
    const brand = await getBrand();
    return Promise.all(
      templates.map(async ({ name, sentWhen, writeSample }) => {
        const mail = writeSample(sampleAddress, mailContextOf(context));
        const { text } = await renderPreview(mail, brand, 'light');
        return { name, sentWhen, subject: mail.subject, text, canUnsubscribe: mail.unsubscribeUrl !== undefined };
      }),
    );
  });

  app.get(
    mailPreviewFile(':name'),
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Get the HTML of a mail with sample data, for a frame',
        params: z.strictObject({ name: z.string().max(100) }),
        querystring: z.strictObject({ scheme: z.enum(['light', 'dark']).default('light') }),
        response: { 200: { content: { 'text/html': { schema: z.string() } } } },
      },
    },
    async ({ params, query }, reply) => {
      const { name } = params as { name: string };
      const { scheme } = query as { scheme: 'light' | 'dark' };
      const template = templates.find((each) => each.name === name);
      if (!template) throw platformError('request.not_found');
      const mail = template.writeSample(sampleAddress, mailContextOf(context));
      const { html } = await renderPreview(mail, await getBrand(), scheme);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', previewPolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .header('cache-control', 'no-store')
        .send(html);
    },
  );

  route(app, contract.sendTestMail, { access: 'admin', limits: [limits.testingMails] }, ({ viewer }) =>
    sendTestMail(context, getBrand, viewer.id),
  );
}

export const mails: Feature = { name: 'mails', registerRoutes: mailsRoutes, mails: [testMail] };
