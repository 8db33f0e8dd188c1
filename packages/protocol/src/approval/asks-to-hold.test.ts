import { expect, test } from 'vitest';
import { asksToHold } from './asks-to-hold.ts';

test.each(
  "hold on|Hold on!|hold|please hold|hold off|hold the merge|hold your horses|wait|Wait...|wait for me|no wait|please wait until tomorrow|wait, is it merged?|hang on|Hang on a second|pause|pause it|stop|not yet|not so fast|not now|halt|freeze|whoa|one moment|just a minute|give me a minute|don't|oops|that was a mistake|I approved by mistake|wrong task|put this on hold|too early|let me look again|I need to think about it|I'll check the tests first|I need more time|On second thoughts|nein|Nein, warte|non|нет|подожди|いいえ|不|espera|attends|stopp|✋|⏸️|objection|Objection!|noooo|Nooo!|noch nicht|pas encore|todavía no|Todavía no.|aún no|nog niet|Approved. Hmm, wait.|can you wait?|could you hold on?|hold please|hold fire|stand by|never mind|nvm|roll it back|let me double-check|I misread the diff|my bad, not this one|un momento|等一下|basta|block this|umm, hold on|time out|let's wait|park it|sit tight|I'm not sure anymore|unsure now|disregard my approval|ignore my last message|forget what I said|give me 5 min|waiting|a moment please|misclick|bad idea|back off|tomorrow please|after lunch|no landing|nothing goes to main|someone else should look first|ask Bob first|not anymore|hold pls|brb, wait|let me re-check|I need another look|kill it|do nothing|I want to wait|hold the line|this is under embargo|code freeze!|concerned|hold-on|Hold, I found something|waaait|hold the release|hang tight|lemme look|let me see|I'm still reviewing|I haven't read it all|not done yet|whoops|not this one|postpone it|defer|suspend it|table it|careful|I need Bob's OK|legal needs to see it|approved but wait|pending legal|pull the plug|time-out|I don't trust this|bitte warten|annule|espere|czekaj|стой|取消|やめて|기다려|🙅|something's off|disregard|mistake|n".split(
    '|',
  ),
)('%j asks to hold what was approved', (message) => {
  expect(asksToHold(message)).toBe(true);
});

test.each([
  ...[
    'Okay',
    'Nice work',
    'thanks',
    'approved',
    'LGTM',
    'no need to wait',
    "don't wait for me",
    'no problem',
    'no objection',
    'no objections',
    'noon is fine',
    'no need for another look',
    'I do not want to wait any longer',
    'continue',
    'later',
    'sure',
    'I am sure',
    'not a problem',
    'can you tell me when it is done?',
    'an easy one',
    'the holding page looks good',
    'all delayed jobs run now',
    'the pull request looks fine',
    'the page should look fine',
  ],
  ...['when will it be done?', 'how long does it take?', 'Great, the waiter test is green', '> wait', '`stop`', ''],
])('%j does not', (message) => {
  expect(asksToHold(message)).toBe(false);
});
