import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';
import { kindChanges } from '../values/word-likeness.ts';

export const paymentRules: readonly SecretProbe[] = [
  token(
    'stripe-key',
    'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_',
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9-]{16,250}/,
  ),
  token('webhook-signing-secret', 'whsec_', /whsec_[A-Za-z0-9+/]{24,100}={0,2}/),
  token(
    'square-token',
    'EAAA sq0atp- sq0csp- sq0atb- sq0csb-',
    /(?:EAAA[\w-]{60}|sq0(?:at|cs)[pb]-[\w-]{22,60})(?![\w-])/,
  ),
  token('braintree-token', 'access_token$', /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/),
  token('paypal-token', 'A21AA', /A21AA[\w-]{60,200}/),
  token('shopify-token', 'shpat_ shpca_ shppa_ shpss_ shpua_', /shp(?:at|ca|pa|ss|ua)_[a-zA-Z0-9]{32,64}/),
  token(
    'plaid-token',
    'access-sandbox- access-development- access-production-',
    /access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  ),
  token('razorpay-key', 'rzp_live_ rzp_test_', /rzp_(?:live|test)_[A-Za-z0-9]{14,24}/),
  token('flutterwave-key', 'FLWSECK', /FLWSECK(?:_TEST)?-?[A-Za-z0-9]{12,40}(?:-X)?/),
  token('duffel-token', 'duffel_test_ duffel_live_', /duffel_(?:test|live)_[\w=-]{40,50}/),
  token('easypost-key', 'EZAK EZTK', /EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9])/),
  token('shippo-token', 'shippo_live_ shippo_test_', /shippo_(?:live|test)_[a-fA-F0-9]{40}/),
  token('live-or-test-key', 'live_ test_', /(?:live|test)_(?:[A-Za-z0-9]{30,50}|[\w-]{40})(?![\w-])/, {
    digitWithin: 55,
    accept: (found) =>
      /\d/.test(found) &&
      (/^\w{4}_[a-f0-9]{35}$/.test(found) || /[A-Z]/.test(found)) &&
      (!/_.*_.*_/.test(found) || kindChanges(found.slice(5)) > 0.4),
  }),
  token('ramp-secret', 'ramp_sec_', /ramp_sec_[A-Za-z0-9]{40,50}/),
];
