import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';
import { kindChanges } from '../values/word-likeness.ts';

export const codeHostRules: readonly SecretProbe[] = [
  token(
    'github-token',
    'ghp_ gho_ ghu_ ghs_ ghr_',
    /gh[pousr]_(?:[A-Za-z0-9]{36,255}|\d{1,20}_[\w-]{10,1000}\.[\w-]{10,4000}\.[\w-]{10,1000})/,
  ),
  token('github-fine-grained-token', 'github_pat_', /github_pat_\w{36,255}/),
  token(
    'gitlab-token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glffct- glsoat- glwt- GR1348941 _gitlab_session=',
    /(?:gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|ffct|soat|wt)-[\w-]{20,300}(?:\.[\w-]{2,20}){0,2}|GR1348941[\w-]{20,30}|_gitlab_session=[0-9a-z]{32})/,
  ),
  token(
    'atlassian-token',
    'ATATT3 ATCTT3 ATBB BBDC- ATTA',
    /(?:AT[AC]TT3[\w=+/-]{40,300}|ATBB[A-Za-z0-9_=.-]{24,60}|BBDC-[A-Za-z0-9+/@_-]{40,50}|ATTA[a-f0-9]{60,80})/,
  ),
  token('sourcegraph-token', 'sgp_ slk_', /(?:sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}|slk_[a-f0-9]{64})/),
  token('circleci-token', 'CCIPAT_ CCIPRJ_', /CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[a-fA-F0-9]{40}/),
  token('buildkite-token', 'bkua_ bkct_', /bk(?:ua|ct)_[A-Za-z0-9]{32,64}/),
  token('sonar-token', 'squ_ sqp_ sqa_ sqco_', /sq(?:[upa]|co)_[A-Za-z0-9]{40,60}(?![A-Za-z0-9])/),
  token('octopus-key', 'API-', /(?<!\/)API-[A-Z0-9]{25,32}(?![A-Za-z0-9-])/),
  token('harness-token', 'pat. sat.', /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/),
  token('npm-token', 'npm_', /npm_[A-Za-z0-9]{36,72}(?![A-Za-z0-9_])/),
  token('pypi-token', 'pypi-AgE', /pypi-AgE[\w-]{50,1000}/),
  token('rubygems-key', 'rubygems_', /rubygems_[A-Za-z0-9]{40,60}/),
  token('nuget-key', 'oy2', /oy2[a-z0-9]{43}(?![A-Za-z0-9])/),
  token('crates-token', 'cio', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/, {
    accept: (found) => /[A-Z]/.test(found) && (/\d/.test(found) || kindChanges(found) > 0.4),
  }),
  token('docker-token', 'dckr_pat_ dckr_oat_', /dckr_[po]at_[\w-]{24,40}/),
  token(
    'jfrog-token',
    'AKCp cmVmdGtu AP2 AP3 AP5 AP6 APA APB',
    /(?:AKCp[A-Za-z0-9]{20,90}|cmVmdGtu[A-Za-z0-9]{50,60}|AP[2356AB][A-Za-z0-9]{30,80})(?![A-Za-z0-9])/,
    { accept: (found) => /\d/.test(found.slice(4)) && /[a-z]/.test(found.slice(4)) },
  ),
  token('clojars-token', 'CLOJARS_', /CLOJARS_[A-Za-z0-9]{56,64}/),
  token('packagist-token', 'packagist_', /packagist_[a-z]{3}_[a-f0-9]{60,80}/),
  token('pulumi-token', 'pul-', /pul-[a-z0-9]{40}(?![a-z0-9])/),
  token('terraform-token', '.atlasv1.', /[A-Za-z0-9]{10,14}\.atlasv1\.[\w=-]{50,80}/, {
    lead: { chars: /[A-Za-z0-9]/, max: 14, then: /\.atlasv1\.[\w=-]{50}/ },
  }),
  token('vault-token', 'hvs. hvb. hvr.', /hv[sbr]\.[\w-]{20,300}/),
  token(
    'doppler-token',
    'dp.pt. dp.ct. dp.st. dp.sa. dp.scim. dp.audit.',
    /dp\.(?:pt|ct|st|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/,
  ),
  token('openshift-token', 'sha256~', /sha256~[\w-]{43}(?![\w-])/),
  token('infracost-key', 'ico-', /(?<!\.)ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/),
  token('prefect-key', 'pnu_ pnb_', /pn[ub]_[A-Za-z0-9]{36}(?![A-Za-z0-9])/),
  token('tailscale-key', 'tskey-', /tskey-[a-z]{2,20}-\w{6,40}(?:-\w{16,60})?/),
  token('postman-key', 'PMAK- PMAT-', /PMA[KT]-[A-Za-z0-9-]{26,64}/),
  token('deno-token', 'ddp_ ddw_ ddo_', /dd[pwo]_[A-Za-z0-9]{36}/),
];
