/** Messages and what they mean, one per line; at both checkpoints unless the key names one. */
export const MESSAGES = {
  approved: `
I have reviewed the changes and approve them
I approve them without reservations
Approved everything looks great
LGTM thanks for fixing this
Approved again
Approved from my side
Approved in full
Approved for implementation
LGTM ship it
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
LGTM :+1:
I've reviewed the changes and they look good. Please go ahead.
Reviewed and approved
Approved for merge
Nothing else, proceed
Yes, proceed with implementation
Approved, go ahead
Looks good, please continue
LGTM
Proceed
Changes look good, please finalize
Approved, you can merge
LGTM, proceed with cleanup
Yes, approved
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
yes, go ahead
approved
Approved!
APPROVED
**Approved**
# Approved
- approved
- [x] approved
_LGTM_
lgtm!
LGTM 👍
LGTM 🚀
👍 approved
✅ Approved
Approved 🎉
approve
I approve
I approve this plan
I approve the changes
I hereby approve the plan.
We approve.
Plan approved
Plan approved.
The plan is approved
Changes approved
The changes are approved, thanks.
Everything is approved.
It's approved
Consider it approved.
You have my approval
Approval granted
I'm approving this.
I've approved the plan
Approved by me
Looks good
Looks good!
looks good to me
Looks good to me.
It looks good
This looks good, proceed
The plan looks good
The plan looks good to me, go ahead.
Your changes look good
All looks good
Everything looks good
Everything looks good, please proceed.
Great, looks good
Sounds good
sounds good, go ahead
Go ahead
go ahead!
Go ahead please
Please go ahead
Please proceed
Ok, proceed
Okay, go ahead
OK go ahead
Sure, go ahead
Alright, proceed.
Great work, approved!
Nice work. Approved.
Interesting approach. Approved.
Thanks, that's great. Please proceed.
Perfect, approved
Let's proceed
You can proceed
You may proceed
Feel free to proceed
Proceed with it
Proceed with the plan
Proceed with the changes
Proceed to the next step
Go for it
Good to go
Ship it
Ship it! 🚀
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
Yes, I approve
Yes I approve this
yes approved
yes, looks good
Yes, LGTM
yes, sounds good
Confirmed
Accepted
Signed off
Works for me
Fine by me
You have the green light
Approved as is
Approved. Great job on the error handling.
LGTM, the naming is neat
I reviewed everything and it looks good.
I have read the plan. Approved.
> Shall I proceed?\\n\\nYes, proceed
> May I proceed to merge to main?\\nYes
I read your question. Approved, proceed.
Approved\\r\\n
\\uFEFFApproved
  approved  
Approved,   go    ahead
yes – proceed
Yes — approved
Approved (both parts)
"May I merge?" Yes, go ahead.
Definitely, go ahead
Absolutely, proceed
Of course, go ahead.
`,
  'approved at plan': `
Start implementing
Please start the implementation
Begin implementation
Go ahead and implement it
You can start coding
Please implement the plan
continue with the implementation
Please continue with implementation
Implement it
`,
  'approved at change': `
Merge it
Please merge
You can merge
You can merge it now
Please finalize
Finalize it
Go ahead and merge
Please merge to main
continue with the merge
Ship the changes
Finalise the changes please
`,
  rejected: `
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
`,
  ambiguous: `
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
`,
  'ambiguous at plan': `
Merge it
Please finalize
You can merge
`,
  'ambiguous at change': `
Start implementing
Begin implementation
continue with the implementation
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
`,
} as const;
