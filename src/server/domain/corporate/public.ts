// What others may use of corporate members: nobody outside imports another file of this area.

export { applicantActor } from './applicant.ts'
export { getActingMember, getOwnMember, holdActing, holdActive, holdOpen, type OwnMember } from './member/ownMember.ts'
