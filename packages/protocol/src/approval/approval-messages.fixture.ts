/** Messages and what they mean, one per line; at both checkpoints unless the key names one. */
export const MESSAGES = {
  approved: `
Sure, go ahead
Good to go
Approved as is
Reviewed and approved
This is approved
Nice, LGTM
nice, lgtm!
LGTM ship it
LGTM :+1:
Approved, go ahead
Looks good, please continue
LGTM
Proceed
Yes, approved
yes, go ahead
approved
Approved!
APPROVED
**Approved**
_LGTM_
lgtm!
LGTM 👍
LGTM 🚀
👍 approved
✅ Approved
Approved 🎉
approve
I approve
Looks good
Looks good!
looks good to me
Looks good to me.
It looks good
This looks good, proceed
Everything looks good
Everything looks good, please proceed.
Go ahead
go ahead!
Go ahead please
Please go ahead
Please proceed
Ok, proceed
Okay, go ahead
OK go ahead
You can proceed
You may proceed
Ship it
Ship it! 🚀
Yes, I approve
Yes I approve this
yes approved
yes, looks good
Yes, LGTM
Approved\\r\\n
\\uFEFFApproved
  approved  
Approved,   go    ahead
yes – proceed
Yes — approved
Approved.
APPROVED!
lgtm 👍
Looks good to me!
looks good
Go ahead, please
please go ahead
Please proceed.
OK, go ahead
Okay, proceed
Yes, go ahead
Yes, proceed
yes, lgtm
ship it
LGTM, ship it!
Approved, thanks!
Approved, thank you.
👍 Approved
✅ approved
This looks good to me
You may go ahead
Approved, proceed
looks good, approved
LGTM - approved
Approved — go ahead
  lgtm  
Ship it 🚀
`,
  'approved at plan': `
Yes, proceed with implementation
I approve this plan
Plan approved
Plan approved.
The plan is approved
The plan looks good
The plan looks good to me, go ahead.
Proceed with the plan
I approve the plan
Approve the plan
`,
  'approved at change': `
Merge it
Please merge
Go ahead and merge
OK, merge
ok, merge it
merge it!
please merge it
Changes look good, please finalize
Approved, you can merge
LGTM, proceed with cleanup
I approve the changes
Changes approved
The changes are approved, thanks.
Go ahead with the merge
`,
  rejected: `
un-approve
Un-approve it, please
stop
Stop.
Don't start yet
Don't do it
Don't use eval
Do not use any
Hard no
That's a no from me
My answer is no
Not now
Forget it
nit: typo
See my comments
I left some comments
I have some feedback
I am concerned about performance
I'm worried about the migration
This will break things
bug in parser
I want tests
I'd like tests
needs tests
I would prefer if you used a set
overengineered
:-1:
Looks good minus the typo
No
no
No.
Nope
nah
No, don't proceed
No, do not merge
No way
No thanks
Not approved
not approved.
This is not approved
I do not approve
I don't approve
I don't approve this plan
I can't approve this
I cannot approve this
I cannot approve the changes as they are
I won't approve that
I'm not going to approve this
I will not approve
I would not approve this
Do not proceed
Don't proceed
Don’t proceed
dont proceed
Please don't proceed
Please do not merge
Don't merge yet
Do not go ahead
Don't go ahead with this
never merge this
Under no circumstances proceed
do not under any circumstances approve this
Not yet
Not yet approved
LGTM? No.
Rejected
I reject this
Reject
Disapproved
I disapprove
-1
👎
❌
❌ Rejected
Stop, this is wrong
Cancel
Abort
Hold off on merging
Can you add error handling details to the plan?
Could you rename the function?
Would you please split this commit?
Please add tests
Please change the name of the class
Add more tests
Fix the typo in README.md
Rename foo to bar
Remove the second step
Use Redis instead
Make it faster
This needs work
This needs more work
Needs changes
Changes requested
I'd like you to add a test
I want you to use async
I would prefer a different design
You should use a map here
This should be a constant
You forgot the edge cases
The tests fail
The build is broken
It doesn't work
It does not compile
This doesn't look good
That does not look good to me
It doesn't look right
This is wrong
I don't like this
I don't like the approach
That's not what I asked for
There is a bug in the parser
I found a problem with the login
There are some issues with the tests
Missing error handling
Looks good, but please add a test
Looks good but rename the variable
LGTM, but fix the typo first
LGTM, please also add a test
Approved, but please change the title
Yes, but rename the method
Yes, please add error handling
Approved. Please fix the typo.
Approved, but don't merge yet
LGTM. Do not merge.
Yes, but don't proceed
Go ahead and change the plan to use Redis
Nice work, but can you remove the logging?
Great plan. Can you also cover the failure case?
How about using a queue instead?
Why don't you use a set?
Shouldn't we use a lock here?
Let's use Postgres
Let's not
Let's go with option B
The plan is too complex
I disagree with step 2
Revert the last commit
Undo that
Start over
Try again
I am not happy with this
Not good enough
This isn't ready
Please revise the plan
Please don't approve this
Nothing here is approved
Neither the plan nor the code is approved
It is far from approved
I refuse to approve this
I'm hesitant to approve this
Without tests I can't approve
You must not merge this
> Approved\\n\\nNo, that was a mistake, don't merge.
No, "approved" is not what I said
We need to handle the timeout
Don't forget to update the changelog
Not LGTM
This is not good to go
Approved... NOT approved
I told you not to proceed
please clean up the diff
Please clean up the diff before we go on
Clean up the imports
approved. I take that back.
I take that back
I take back my approval
Approved. Scratch that, it still leaks memory.
LGTM. I'm getting a 500 on /login.
I'm getting a 500 on /login
The login page crashes
It throws a TypeError on save
LGTM, but the tests fail on my machine
Looks good. The build fails on main though.
I changed my mind, don't merge
On second thought, no
I withdraw my approval
My approval is withdrawn
I revoke my approval
Do not ship it
Don't ship it
Not approved.
NOT APPROVED
not lgtm
This is NOT approved
I can't approve this yet
Nope, not approved
Please revert
Roll it back
Rejected, see comments
I reject the plan
Change the approach
Please rename the function
Add tests for the error path
Could you add a test?
Can you split this into two commits?
The migration is missing a rollback
You forgot to update the docs
Please fix the lint errors
Fix the failing test first
Needs another pass
This breaks the public API
Please squash the commits
Tighten the types
Bump the version to 2.0
Please rebase on main
Not a fan of this
I'd rather not
Back to the drawing board
Nack
Send it back
Please address my comments
It is not ready
Too risky, stop here
We can't ship this
Don't approve this
Approved my a**, fix the tests
There's a typo in the heading
This regressed the startup time
The change deletes the wrong file
Please don't touch the config
Approved - not yet, fix the tests
status: approved | rejected
approved/rejected
nobody approved
Hold it, the API key is hard-coded
I would like to see benchmarks first
Please use the existing helper
Swap steps 2 and 3
Let's drop the cache
We should keep the old endpoint
It should log a warning
Use a transaction
Why is there no test? Add one.
Wrong file
That's the wrong approach
I don't agree
I do not want a new dependency
Remove the dependency on lodash
Please go back to the plan and cover rollback
This is over-engineered
Absolutely not
No, thanks
Nope.
Stop right there
Not good
Not like this
Please wait with the merge, I found a bug
I found a security hole
The error message is misleading
The docs are out of date
Your change broke the login
Tests are red
Lint is failing
You didn't handle nulls
You need to handle nulls
Handle nulls too
Also handle nulls
One more change: rename x to y
Approved but rename x
LGTM, just fix the typo
LGTM once you fix the typo
Can we use Postgres instead?
Could we avoid the global?
Must not be merged
This can't go out
I veto this
Reduce the scope
Split the PR
Looks good, but not approved
Hmm, no
no no no
I'm against it
Thumbs down
`,
  ambiguous: `
I have reviewed the changes and approve them
I approve them without reservations
Approved everything looks great
LGTM thanks for fixing this
Approved again
Approved from my side
Approved in full
Approved for implementation
Approved as described
LGTM, nice work
Approved great job
Good to go from my end
I approve the plan in plan.md
I approve commit 3f2a9bc
I approve of the plan
Approved with no changes
You have my approval to merge
Green light to start coding
Sounds good let's proceed
Proceed with the implementation as planned
Go ahead with the changes please
We're good to go
Everything is confirmed
I accept the plan
Approved wholeheartedly
looks good on my end
I like the approach, proceed
Correct, proceed
I'm happy with this. Approved.
Permission granted
Let's do it
Looks very good to me
yes continue
Yes, continue
Yesss
<b>approved</b>
Status: approved
Approved without reservations
By all means, proceed
That's a yes from me
My answer is yes
I've reviewed the changes and they look good. Please go ahead.
Approved for merge
Nothing else, proceed
yes
YES
Yes.
Yes!
yep
yeah
Yes please
Yes, please.
Yes, thanks!
Yes, do it
# Approved
- approved
- [x] approved
I hereby approve the plan.
We approve.
Everything is approved.
It's approved
Consider it approved.
You have my approval
Approval granted
I'm approving this.
I've approved the plan
Approved by me
Your changes look good
All looks good
Great, looks good
Sounds good
sounds good, go ahead
Alright, proceed.
Great work, approved!
Nice work. Approved.
Interesting approach. Approved.
Thanks, that's great. Please proceed.
Perfect, approved
Let's proceed
Feel free to proceed
Proceed with it
Proceed with the changes
Proceed to the next step
Go for it
No objections, go ahead
No issues, approved
No problem, go ahead.
No changes needed, approved
No further changes needed. LGTM.
No concerns from me, please proceed
I have no objections. Approved.
I don't see any issues, approved
I can't find anything wrong, go ahead
Nothing to add, approved
Nothing to change. Proceed.
Don't wait for me, go ahead
Approved. No need to wait.
Not bad, approved.
Approved. Let me know when it is done.
Approved, tell me if anything comes up
Approved, merge when ready
Approved whenever you're ready
After careful review, I approve.
After reading the whole thing, LGTM
yes, sounds good
Confirmed
Accepted
Signed off
Works for me
Fine by me
You have the green light
Approved. Great job on the error handling.
LGTM, the naming is neat
I reviewed everything and it looks good.
I have read the plan. Approved.
> Shall I proceed?\\n\\nYes, proceed
> May I proceed to merge to main?\\nYes
I read your question. Approved, proceed.
Approved (both parts)
"May I merge?" Yes, go ahead.
Definitely, go ahead
Absolutely, proceed
Of course, go ahead.
Start implementing
Please start the implementation
Begin implementation
Go ahead and implement it
You can start coding
Please implement the plan
continue with the implementation
Please continue with implementation
Implement it
You can merge
You can merge it now
Please finalize
Finalize it
Please merge to main
continue with the merge
Ship the changes
Finalise the changes please
let's do it again
approved thanks for nothing
Approved in part
LGTM modulo the naming
The bug is confirmed
confirmed bug
go for it next week
ship it back
ship it to the trash
let's do it the other way
I confirm receipt
I approve of the direction
Proceed at your own risk
good to go for lunch
approved my foot
Approved. Just kidding.
Approved, kidding
LGTM jk
Approved for now
Looks good from a security perspective
Your order is accepted
The date is confirmed
Proceed with the plan to drop the tests
Go ahead with the merge of the old branch
Approved to be ignored
Let's do this another time
sounds good in theory
LGTM barring the tests
I accept the risk
I accept the terms
Signed off for the day
The meeting is good to go
Works for me as a joke
go for it on monday
approved as a draft
looks good on paper
ship it to staging only
proceed as if nothing happened
Approved. Meanwhile, look into the other ticket
Yes. In the meantime, start another task
Approve everything from now on
I approve all future changes
You don't need my approval
No need for approval
Bob: approved
security-reviewer: LGTM
:+1:
All good
The plan is good
Sounds great
I agree
Agreed
Correct
Exactly
y
Go ahead, just don't break the build
Go ahead, but be careful
Approved, tell me why you used a map
continue
Continue
continue.
please continue
Okay
okay
ok
OK
Ok.
k
sure
Sure.
Alright
fine
go on
carry on
keep going
next
👍
+1
✅
👌
ok 👍
okay, nice work
Looks great
looks fine
Seems good
Looking good
I guess
up to you
your call
Maybe
Perhaps
I'm not sure
hmm
wait
Hold on
No objections
Approved?
LGTM?
Yes?
Is this approved?
Is it ready to merge?
Should I approve this?
Do I need to approve?
Can you proceed?
Could you merge it?
Shall we proceed?
Are you going to proceed?
What happens if I approve?
What do I say to approve?
Looks good?
Approved if the tests pass
Approved once CI is green
I'll approve once you are done
I will approve it tomorrow
I would approve this if it had tests
LGTM after the rebase
Approve when CI passes
Looks good so far
Looks good at first glance
Mostly approved
Approved in principle
Approved with minor changes
LGTM with nits
Approved, pending review by Bob
Approved except for step 3
Looks good but I have a question
Yes, but
Yes and no
Yeah, right
yes, I saw it
Yes, I have a question
I think it looks good
Probably good to go
I was about to approve
The naming looks good
The first half looks good
Step 1 is approved
The team approved it
John approved
All agents approved
The reviewers approved the changes
architecture-reviewer approved
It was approved by the security team
The reviewer said it is approved
My boss says go ahead
They already approved
I approved the last one
If you approve: say yes
Waiting for approval
This needs approval
To approve, I need to understand
"approved"
'LGTM'
\`approved\`
> approved
> LGTM
~~approved~~
- [ ] approved
- [ ] approve the plan
\`\`\`\\napproved\\n\`\`\`
No, yes, go ahead
Approved. How did you handle empty input?
LGTM. What is left to do?
Looks good. Is there a test for the empty case?
Approved? Yes or no?
bypass mode is on, you have my approval
Skip approval and proceed
Proceed with your explanation
proceed with the review
/approve
Approved, I think
Consider approving
The documentation mentions approvals? What are those?
approve-ish, maybe
Let me think before I approve
I am still reviewing, looks good
Approved. Actually, no.
Approved if CI passes
Approved once the tests are green
Approved, assuming the tests pass
Approved unless Bob objects
LGTM if you say so
approved by CI
Approved by CI
approved by the bot
CI approved this
LGTM (from the bot)
approved?
Approved??
ship it?
Proceed?
go ahead?
"Approved"
'approved'
Sure, approved, whatever
Yeah, sure, ship it 🙄
Approved 🙄
LGTM 😂
Approved /s
LGTM lol
Oh great, approved I guess
please approve
Please approve the plan
please approve this
Could you approve it?
go ahead and approve
approve all
approve everything
approved for staging
approved tentatively
Approved...
Approved…
approved with changes
approved with nits
LGTM with one nit
approved in principle
go
do it
approv\\u200Bed
approved\\u200B
ＡＰＰＲＯＶＥＤ
APPROVED NOT
approved, not
approved; wait
Approved. Wait.
Approved.\\n\\nWait, one more thing.
Approved.\\nP.S. I have a question.
LGTM\\n\\nOne question: why the cache?
Approved: [ ] yes [ ] no
[ ] approved
- [ ] LGTM
FINAL DECISION: APPROVED
approve or reject?
Approved or not?
I approve the idea
I approve the first half
I approve step 1
I almost approved this
I would approve
I might approve
I'll approve tomorrow
I will approve when it's done
Bob approved
The reviewer approved it
LGTM according to the reviewer
Looks good to Bob
looks good to me too, said Bob
looks good on staging
Looks good except the naming
looks good apart from the tests
seems approved
consider it approved
ready to approve
approval pending
approval
approving
proceed with caution
proceed to the next ticket
ship it tomorrow
ship it to QA
ship it after lunch
Approved, thanks, now start the next task
approve and merge everything from now on
approved <!-- not -->
approve TASK-2
Approved: TASK-2
approved the other one
I approved the previous version
Approved v1, not v2
yes and no
sounds good
go for it
Approved? Yes.
no objections
Merci, approved
Approved, you can merge after CI
Approved, merge when green
LGTM, merge after review
YES APPROVED IF TESTS PASS
looks good, please continue reviewing
looks good, please continue the analysis
lgtm, proceed with cleanup of the tests
Yes, proceed with implementation of option B
yes, proceed with implementation?
Approved, go ahead with the refactoring first
Seems fine
Approved from my end
Should be ok
let's go
maybe
not sure
I approve, with one question
Approved by me and Bob
LGTM from Alice
okay okay
yes yes
affirmative
Great, go ahead and merge once CI is green
OK if the tests pass
If it works, approved
when tests pass, go ahead
Proceed when ready? Not sure
I give my approval
approve this?
Consider this approved
go go go
approved, approved, approved
Approved with reservations
partially approved
Ok thanks for the info, what is the ETA?
`,
  'ambiguous at plan': `
Merge it
Please merge
Go ahead and merge
Changes look good, please finalize
Approved, you can merge
LGTM, proceed with cleanup
I approve the changes
Changes approved
The changes are approved, thanks.
Go ahead with the merge
`,
  'ambiguous at change': `
Yes, proceed with implementation
I approve this plan
Plan approved
Plan approved.
The plan is approved
The plan looks good
The plan looks good to me, go ahead.
Proceed with the plan
I approve the plan
Approve the plan
`,
  unrelated: `
I need more time
I need a minute
Makes sense
Got it
Good
I like the plan
You don't need to ask
Proceed to explain the plan
While I review, proceed with the README task
Interesting approach
Nice work
nice work!
Great job
Good job, thanks
Great!
Awesome
Perfect
Cool
Excellent work 🎉
Well done
Thanks
Thank you
thanks!
wow
I like it
I love this approach
What a great plan!
Good idea
Impressive
How did you handle the edge case for empty input?
Why did you choose a map?
What does this function do?
Can you explain step 2?
Could you show me the diff?
Please explain the second step
Tell me more about the cache
Where is the test?
how does the retry work
/audit-session
While I review, can you update the README?
While I review, please update the README
In the meantime, can you fix the other bug?
What time is it?
Hello
Hi there
I am reading the plan
I will look at it in an hour
I'm reviewing it
The weather is nice

   
...
🎉
He said "approved" yesterday
The button is labelled "Approve"
The log shows \`approved\`
Look at what he wrote: "LGTM, proceed"
disapprovingly speaking
The proceedings were long
\`\`\`\\nyes, approved\\n\`\`\`\\nWhat does this print?
> approved\\n\\nWhat does this mean?
See https://example.com/approved
yesterday
yesno
He said "approved"? I approve nothing.
auto-approve
approved-ish
аpproved
approver
go ahead with the other task
<approved>
What is the status?
Why did you pick Redis?
Thanks!
Great job team
Can you explain the cache?
How long will it take?
Where are the tests?
What does "approved" mean here?
I'm at lunch
Give me an hour
I'm still reading
brb
Wow
Show me the diff
What changed since yesterday?
lorem ipsum
approbiert
genehmigt
aprobado
approuvé
承認
одобрено
The weather is nice today
I pushed a new branch
The meeting is at 10
See you tomorrow
Who wrote this?
test
asdf
123
Interesting
Good morning
Let me look at it
I'll take a look this afternoon
Just read the plan
Love it
Very clean code
No new dependencies please
I think so
uh-huh
How many files changed?
Which files did you touch?
Is there a test for this?
What's next?
I'm in a meeting
Back in 10
Let me check with Bob
Will read tonight
Looking at it now
Interesting idea
Neat
Clever solution
Good thinking
Thank you for the explanation
What is the risk?
Do you know the deadline?
Can you tell me more?
Please explain
Summarize the plan
Is it documented?
Have you seen the email?
The customer called
Lunch?
I wonder how this scales
`,
} as const;
