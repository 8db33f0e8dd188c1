import { phrases } from '../words/phrases.ts';
import { readSpokenText } from '../words/spoken-text.ts';

const LEAD_IN =
  "(?:(?:please|pls|oh|no|ok|okay|hmm|sorry|actually|well|hey|guys|team|everyone|whoa|uh|um+|uhm|erm?|hm+|but|and|now|just|let's|lets|let us|(?:can|could|would|will) (?:you|we)|,) ?)*";

/** Begins a sentence that tells others not to go on. Some are the words of other languages for "no", "wait" and "stop". */
const HOLDS = new RegExp(
  `^${LEAD_IN}(?:hold(?:[ -]?(?:on|up|off)| please| pls| it| that| this| everything| still| fire| (?:the|your) \\p{L}+|(?= ?,)|$)|wait(?:ing|s)?|hang (?:on|about|tight)|pause|stop|halt|freeze|w(?:ho|o)ah?|not (?:yet|so (?:fast|quick)|now|(?:this|that) one|done(?: yet| reviewing)?$|today|any ?more)|slow down|back off|bad idea|(?:later please|(?:tomorrow|after lunch|next week|another day)(?: please| thanks)?)$|nothing goes|no (?:landing|merg(?:e|ing)|release)|(?:ask|get|let) \\p{L}+ (?:first|look)|stand ?(?:by|down)|sit tight|back up|roll ?back|roll (?:it|this|that) back|nvm|never ?mind|never$|time[ -]?out(?: please)?$|t/o$|easy(?: there| tiger)?$|(?:be )?careful$|no good$|actually not|maybe later$|(?:ask me|come back) (?:later|tomorrow)|to be continued|bear with me|afk|hands off|postponed?|delay(?:ed)?|defer(?:red)?|suspend(?:ed)?|blocking$|parked$|pending \\p{L}+$|pull (?:it|this|the plug)|back it out|(?:in )?a (?:minute|moment|sec)$|sec$|gimme \\d|still (?:reviewing|looking|reading|checking)|some concerns|need (?:time|to think|a moment)|(?:park|shelve|table|block|pause|stop|freeze|kill) (?:it|this|that)|do nothing|brb|code freeze|(?:n|mistake|disregard|concerned|pare)$|(?:just )?(?:one|a|1|two|2|give me|gimme|need)(?: [\\p{L}\\d]+){0,2} (?:moment|seconds?|secs?|minutes?|mins?|hours?|day)(?: please)?$|don't$|do not$|dont$|block(?:ed)?$|(?<!no )objections?$|noo+|undo|nein|(?:noch )?nicht|pas encore|todav[ií]a no|a[uú]n no|ainda não|(?:non )?ancora$|nog niet|пока нет|nö|nee|non|nej|nei|não|nao|nie|niet|nyet|нет|не|стоп|подожди(?:те)?|いいえ|待って|ストップ|不|等等|停|아니(?:요|오)?|잠깐|warte[nt]?|moment|un momento|basta|等一下|ちょっと待って|bitte warten|abbrechen|zurück|un instant|une minute|annule[rz]?|espere|detente|cancela|aguarde|pera|fermati|annulla|vent|odota|czekaj|poczekaj|počkej|várj|bekle|dur|περίμενε|стой|погоди|отмена|稍等|停止|取消|やめて|キャンセル|잠깐만|기다려|취소|stopp|attend(?:s|ez)|arrête[zr]?|espera|alto|para$|aspetta|fermo|wacht|vänta)(?![\\p{L}\\p{N}'-])`,
  'u',
);

/** Says so anywhere. */
const REGRETS = phrases(
  'on hold',
  '(?:disregard|ignore|forget) (?:my|that|this|what|the last|please|it)|please (?:disregard|ignore)|misread|misunderstood|misclick(?:ed)?|my bad|not (?:so )?sure(?: any ?more)?|no longer (?:sure|happy|convinced)|unsure|double-? ?check',
  "holding off|embargo(?:ed)?|(?<!n't |not )(?:want|prefer|like) to wait|(?:need|want|take|have) (?:another|a second|a closer) look|re-?check|something(?:'s| is| seems| feels) (?:off|odd|fishy)",
  '(?:somebody|someone|another \\p{L}+) (?:else )?(?:should|must|has to|needs to) (?:\\p{L}+ ){0,2}(?:look|check|review)',
  "(?:a|my|by|in) (?:mistake|error|accident)|mistakenly|accidental(?:ly)?|w?h?o+ps|(?:meant|was) (?:for )?(?:the other|another|task)|didn't mean|did not mean|wrong (?:task|window|button|one)",
  '(?:too (?:early|soon|fast|quick|quickly)|premature(?:ly)?)',
  "(?:haven't|have not) (?:finished|(?:yet )?(?:read|looked|checked|reviewed|tested|seen))|(?:i'm|i am) (?:still (?:reviewing|looking|reading|checking)|not done|blocking)|(?:but|and) (?:please )?(?:wait|hold)(?: on)?$|(?:don't|do not) (?:think so|think it|trust)|needs? to (?:see|check|review|approve|look at) (?:it|this|that)|need \\p{L}+'s (?:ok|okay|approval|sign-?off)|(?:let me|lemme|i'll|will|i will|i(?: still)? (?:need|want|have) to|i must|i'd like to) (?:\\p{L}+ ){0,2}(?:look|see|get back|(?:double-?)?check|think|read|reread|re-read|review|reconsider|test|verify|sleep)",
  'need (?:a bit |some |a little )?more time|second thoughts?|reconsider(?:ing)?|having doubts',
);

const HOLD_SIGN = /[\u{270B}\u{1F590}\u{1F6A7}\u{23F8}\u{23F3}\u{1F91A}\u{1F645}]|:raised_hand:/u;

/** Whether a message that is not plainly a rejection still asks not to go on with what was approved: "hold on", "wait", "nein". */
export function asksToHold(message: string): boolean {
  return (
    HOLD_SIGN.test(message) ||
    readSpokenText(message).sentences.some(({ text }) =>
      [text, text.replaceAll(/(\p{L})\1{2,}/gu, '$1')].some((read) => HOLDS.test(read) || REGRETS.test(read)),
    )
  );
}
