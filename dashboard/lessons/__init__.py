"""What each learning page has its reader try, asks, and answers; and the worksheet for a class.

==================  ==========================================================================
module              what is in it
==================  ==========================================================================
lesson              what a lesson is made of: steps that check themselves off, and questions
plan                the lessons, one for each learning page
done                which steps somebody has done, kept in the session
worksheet           the primer's ten questions, resampled on paper with dice
resample_by_hand    the lesson of *Resample by hand*
helped_and_hurt     the lesson of *Helped and hurt*
pvalue_grid         the lesson of *p-value grid*
exact_or_sampled    the lesson of *Exact or sampled*
why_tools_disagree  the lesson of *Why tools disagree*
in_class            the lesson of *In class*, for the teacher
==================  ==========================================================================
"""
