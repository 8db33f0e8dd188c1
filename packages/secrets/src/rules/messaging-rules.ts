import { DIGIT } from '../probes/anchor-table.ts';
import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';
import { kindChanges, wordLikeness } from '../values/word-likeness.ts';

const UUID = '[0-9a-zA-Z]{8}(?:-[0-9a-zA-Z]{4}){3}-[0-9a-zA-Z]{12}';

/** The last part of a Slack token is random: letters with digits, or letters no word has. */
function isSlackToken(found: string): boolean {
  if (/^xox[a-z]-\d{9,14}-\d{9,14}$/.test(found)) return true;
  const last = found.slice(found.lastIndexOf('-') + 1);
  return (
    last.length >= 8 && /[A-Za-z]/.test(last) && (/\d/.test(last) || (wordLikeness(last) < 0.45 && last.length > 15))
  );
}

export const messagingRules: readonly SecretProbe[] = [
  token(
    'slack-token',
    'xoxb- xoxp- xoxa- xoxr- xoxo- xoxs- xoxe- xoxe. xoxc- xoxd- xapp-',
    /(?:xox[a-z]-\d{9,14}-\d{9,14}(?![\w-])|xox[a-e](?:-\d{1,14}){1,3}-[A-Za-z0-9-]{10,260}|xox[oprs](?:-\d{1,14}){1,3}-[A-Za-z0-9-]{10,260}|xoxe\.xox[bp]-\d-[A-Za-z0-9-]{40,200}|xox[abcdeprs]-[A-Za-z0-9%+/=-]{16,260}|xapp-\d-[A-Za-z0-9]{6,20}-\d{8,16}-[A-Za-z0-9]{20,100})/i,
    { accept: isSlackToken },
  ),
  token(
    'slack-webhook',
    'hooks.slack.com/ hooks.slack-gov.com/',
    /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{30,80}/,
  ),
  token(
    'discord-webhook',
    'discord.com/api discordapp.com/api',
    /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,21}\/[\w-]{40,90}/,
  ),
  token('discord-bot-token', 'mfa.', /mfa\.[\w-]{80,90}(?![\w-])/),
  token('telegram-bot-token', `${DIGIT}:A`, /\d{6,16}:A[\w-]{32,36}(?![\w-])/, {
    lead: { chars: /\d/, max: 16, then: /\d:A[\w-]{32}/ },
    anywhere: true,
  }),
  token(
    'teams-webhook',
    'webhook.office.com/ outlook.office.com/webhook/ outlook.office365.com/webhook/',
    new RegExp(
      `(?:webhook\\.office\\.com/webhookb2|outlook\\.office(?:365)?\\.com/webhook)/${UUID}(?:@|%40)${UUID}/IncomingWebhook/[0-9a-zA-Z]{20,40}(?:/${UUID})?`,
    ),
  ),
  token(
    'webhook-address',
    'hooks.zapier.com/ maker.ifttt.com/ open.feishu.cn/ open.larksuite.com/ qyapi.weixin.qq.com/ hook.make.com/ hook.eu1.make.com/ hook.us1.make.com/ tines.com/webhook/ chat.googleapis.com/ sumologic.com/receiver/',
    new RegExp(
      `(?:hooks\\.zapier\\.com/hooks/catch/\\d{3,12}/\\w{5,20}|maker\\.ifttt\\.com/trigger/[\\w-]{1,60}/(?:json/)?with/key/[\\w-]{15,60}|open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/${UUID}|qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=${UUID}|hook(?:\\.[a-z]{2}\\d)?\\.make\\.com/[a-z0-9]{30,40}|tines\\.com/webhook/[a-z0-9]{32}/[a-z0-9]{32}|chat\\.googleapis\\.com/v1/spaces/[\\w-]{6,20}/messages\\?key=[\\w-]{20,60}&token=[\\w%-]{20,80}|sumologic\\.com/receiver/v1/http/[\\w+/-]{40,200}={0,2})`,
    ),
  ),
  token(
    'twilio-key',
    [DIGIT, ...'abcdefABCDEF'].flatMap((digit) => [`SK${digit}`, `AC${digit}`]),
    /(?:SK(?:[0-9a-f]{32}|[0-9A-F]{32})|AC[0-9a-f]{32}["']?\s{0,2}[,:]\s{0,20}["']?[0-9a-f]{32})(?![0-9A-Za-z])/,
  ),
  token('sendgrid-key', 'SG.', /SG\.[\w-]{16,32}\.[\w-]{32,64}/),
  token('mailgun-key', 'key-', /key-[0-9a-z]{32}(?![0-9A-Za-z])/),
  token('mailchimp-key', '-us', /[0-9a-f]{32}-us\d{1,2}(?![0-9A-Za-z])/, {
    lead: { chars: /[0-9a-f]/, max: 32, then: /-us\d{1,2}(?![0-9A-Za-z])/ },
  }),
  token('mandrill-key', 'md-', /md-[\w-]{22}(?![\w-])/, {
    accept: (found) =>
      (/\d/.test(found) || kindChanges(found) > 0.45) && /[A-Z]/.test(found) && /[a-z]/.test(found.slice(3)),
  }),
  token('brevo-key', 'xkeysib- xsmtpsib-', /x(?:key|smtp)sib-[A-Za-z0-9]{60,70}-[A-Za-z0-9]{12,20}/),
  token('resend-key', 're_', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9_])/, {
    accept: (found) => /[A-Z]/.test(found) && (/\d/.test(found) || kindChanges(found) > 0.4),
  }),
  token('onesignal-key', 'os_v2_', /os_v2_(?:app|org)_[a-z0-9]{40,120}/),
];
